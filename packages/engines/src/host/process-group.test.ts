import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  lowerPriority,
  memoryOfGroupBytes,
  type ProcessGroup,
  processIdsOfGroup,
  spawnProcessGroup,
} from './process-group.js';

const PATH = '/usr/local/bin:/usr/bin:/bin';
// A process of its own cannot load TypeScript: it takes the built file.
const BUILT = new URL('../../dist/host/process-group.js', import.meta.url).href;

interface Running {
  readonly group: ProcessGroup;
  readonly ended: Promise<string>;
  readonly firstOutput: Promise<string>;
}

/** Files about processes that this one has open right now. */
const openProcessFiles = (): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return /^\/proc\/\d+\/\w+$/.test(readlinkSync(`/proc/self/fd/${name}`));
    } catch {
      // Closed in between.
      return false;
    }
  }).length;

const run = (program: string, script: string): Running => {
  let noteEnd: (reason: string) => void = () => {};
  let noteOutput: (text: string) => void = () => {};
  const ended = new Promise<string>((resolve) => {
    noteEnd = resolve;
  });
  const firstOutput = new Promise<string>((resolve) => {
    noteOutput = resolve;
  });
  const group = spawnProcessGroup(
    { program, arguments: ['-c', script], environment: { PATH } },
    {
      onOutput: (chunk) => noteOutput(chunk.toString('utf8')),
      onDiagnostics: () => {},
      onEnd: noteEnd,
    },
  );
  return { group, ended, firstOutput };
};

describe('a process group', () => {
  it('reports a program that does not exist as an end, and takes writes all the same', async () => {
    const { group, ended } = run('no-such-program-anywhere', '');
    group.write('lost');
    group.kill();
    expect(await ended).toContain('could not be started');
  });

  it('reports that no file descriptor was free for it as an end', () => {
    const script = `
      const { openSync } = require('node:fs');
      import(${JSON.stringify(BUILT)}).then(({ spawnProcessGroup }) => {
        try { for (;;) openSync('/dev/null'); } catch {}
        const group = spawnProcessGroup(
          { program: 'bash', arguments: ['-c', 'true'], environment: {} },
          { onOutput() {}, onDiagnostics() {}, onEnd: (reason) => process.stdout.write(reason) },
        );
        group.write('lost');
        group.finish(1);
        group.kill();
      });`;
    const output = execFileSync(
      'bash',
      ['-c', 'ulimit -n 60; exec "$0" -e "$1"', process.execPath, script],
      { encoding: 'utf8' },
    );
    expect(output).toBe('could not be started (EMFILE)');
  });

  it('survives writing to a program that has closed its input', async () => {
    const { group, ended } = run('bash', 'exec 0<&-; exit 3');
    for (let count = 0; count < 100; count++) group.write('x'.repeat(65_536));
    // Its output may be seen to end before its status is.
    expect(await ended).toMatch(/3|closed its output/);
    expect(() => group.write('late')).not.toThrow();
  });

  it('kills every process of the group', async () => {
    const { group, ended, firstOutput } = run('bash', 'cat | cat | (echo up; cat)');
    await firstOutput;
    expect((await processIdsOfGroup(group.pid ?? 0)).length).toBeGreaterThanOrEqual(4);
    group.kill();
    await ended;
    await expect
      .poll(async () => (await memoryOfGroupBytes(group.pid ?? 0)) === 0, { timeout: 10_000 })
      .toBe(true);
  });

  it('lets a program end by itself when finished', async () => {
    const { group, ended, firstOutput } = run('bash', 'echo up; cat >/dev/null; exit 0');
    await firstOutput;
    group.finish(60_000);
    expect(await ended).toMatch(/ended with status 0|closed its output/);
  });

  it('hands nothing of its own environment to the program', async () => {
    const { firstOutput } = run('bash', 'env | sort | cut -d= -f1 | tr "\\n" " "');
    expect((await firstOutput).split(' ')).not.toContain('HOME');
  });

  it('measures the memory of the whole group', async () => {
    const { group, firstOutput } = run('bash', 'cat | (echo up; cat)');
    await firstOutput;
    expect(await memoryOfGroupBytes(group.pid ?? 0)).toBeGreaterThan(100_000);
    group.kill();
  });

  it('opens one file at a time to measure it, however many processes there are', async () => {
    const { group, firstOutput } = run('bash', 'for _ in {1..20}; do cat <&0 & done; echo up; cat');
    await firstOutput;
    let isMeasured = false;
    let most = 0;
    const measuring = memoryOfGroupBytes(group.pid ?? 0).finally(() => {
      isMeasured = true;
    });
    while (!isMeasured) {
      most = Math.max(most, openProcessFiles());
      await setImmediate();
    }
    expect(await measuring).toBeGreaterThan(100_000);
    expect(most).toBeLessThanOrEqual(1);
    group.kill();
  });
});

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
