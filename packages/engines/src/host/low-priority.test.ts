import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { lowerPriority } from './low-priority.js';

const groupOf = (process: number | 'self'): string =>
  readFileSync(`/proc/${process}/autogroup`, 'utf8');

const withChild = async (check: (pid: number) => Promise<void>): Promise<void> => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  try {
    await check(child.pid as number);
  } finally {
    child.kill('SIGKILL');
  }
};

describe('a child with a session of its own', () => {
  it('gets niceness 5', () =>
    withChild(async (pid) => {
      await lowerPriority(pid);
      expect(getPriority(pid)).toBe(5);
    }));

  it.skipIf(!existsSync('/proc/self/autogroup'))(
    'is in a scheduling group with niceness 5, and this process is not',
    () =>
      withChild(async (pid) => {
        const own = groupOf('self');
        await lowerPriority(pid);
        if (groupOf(pid) !== own) expect(groupOf(pid)).toMatch(/nice 5$/m);
        expect(groupOf('self')).toBe(own);
      }),
  );

  it('may have ended already', async () => {
    const child = spawn('true', { stdio: 'ignore' });
    await new Promise((resolve) => child.once('exit', resolve));
    await expect(lowerPriority(child.pid as number)).resolves.toBeUndefined();
  });
});
