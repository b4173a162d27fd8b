import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

// A process of its own cannot load TypeScript: it takes the built file.
const BUILT = new URL('../../../dist/platform/cli/command.js', import.meta.url).href;

/** Starts a process whose work says `ready`, and `aborted` once it should end. */
const start = async (afterAbort: string) => {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { untilInterrupted } from ${JSON.stringify(BUILT)};
       await untilInterrupted((signal) => new Promise((resolve, reject) => {
         const timer = setInterval(() => {}, 1000);
         signal.addEventListener('abort', () => {
           process.stdout.write('aborted');
           ${afterAbort}
         });
         process.stdout.write('ready');
       }));`,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return { child, ended };
};

describe('work that a signal interrupts', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('ends early, with the usual status after %s', async (signal, status) => {
    const { child, ended } = await start('clearInterval(timer); reject(signal.reason);');
    child.kill(signal);
    expect(await ended).toEqual([status, null]);
  });

  it('is ended by the signal where it does not end by itself', async () => {
    const { child, ended } = await start('');
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  it('is ended by a second signal at once', async () => {
    const { child, ended } = await start('');
    child.kill('SIGTERM');
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
  });
});
