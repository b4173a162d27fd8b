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
  it('is nicer than this process by 5, as far as that goes', () =>
    withChild(async (pid) => {
      await lowerPriority(pid);
      expect(getPriority(pid)).toBe(Math.min(getPriority() + 5, 19));
    }));

  it.skipIf(!existsSync('/proc/self/autogroup'))(
    'is in a scheduling group that is nicer, and this process is not',
    () =>
      withChild(async (pid) => {
        const own = groupOf('self');
        await lowerPriority(pid);
        const nicenessOf = (group: string) => Number(/nice (-?\d+)/.exec(group)?.[1]);
        if (groupOf(pid) !== own) {
          expect(nicenessOf(groupOf(pid))).toBe(Math.min(nicenessOf(own) + 5, 19));
        }
        expect(groupOf('self')).toBe(own);
      }),
  );

  it('may have ended already', async () => {
    const child = spawn('true', { stdio: 'ignore' });
    await new Promise((resolve) => child.once('exit', resolve));
    await expect(lowerPriority(child.pid as number)).resolves.toBeUndefined();
  });
});
