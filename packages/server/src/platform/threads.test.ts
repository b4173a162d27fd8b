import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { cpuMsOf, errorOf, failureOf, nextMessage, startThread } from './threads.js';

const threadOf = (program: string) => new Worker(program, { eval: true });

describe('the next message of a thread', () => {
  it('is the first one that it sends', async () => {
    const thread = threadOf(
      "const { parentPort } = require('node:worker_threads'); parentPort.postMessage(1); parentPort.postMessage(2);",
    );
    expect(await nextMessage(thread)).toBe(1);
  });

  it.each([
    ['throws', "throw new Error('broken')", 'broken'],
    ['ends without a word', 'process.exit(3)', 'ended with 3'],
  ])('never comes from one that %s, which is an error', async (_, program, message) => {
    await expect(nextMessage(threadOf(program))).rejects.toThrow(message);
  });

  it.each([
    ['could not start', 'nowhere.js', 'Cannot find module'],
    ['was ended', 'features/translate/markup-thread.js', 'before it answered'],
  ])('never comes from one that %s before it was asked', async (_, program, message) => {
    const thread = startThread(program, { heapMebibytes: 64, youngHeapMebibytes: 8 });
    const ended = new Promise((resolve) => thread.once('exit', resolve));
    if (program !== 'nowhere.js') await thread.terminate();
    await ended;
    await expect(nextMessage(thread)).rejects.toThrow(message);
  });
});

it.runIf(process.platform === 'linux')('a thread goes after a server of low priority, too', () => {
  const threads = new URL('../../dist/platform/threads.js', import.meta.url);
  const program = `const { yieldToServer } = await import('${threads}');
    yieldToServer();
    console.log((await import('node:os')).getPriority());`;
  const args = ['-n', '12', process.execPath, '--input-type=module', '-e', program];
  const inThread = Number(execFileSync('nice', args, { encoding: 'utf8' }));
  expect(inThread).toBe(Math.min(19, Math.min(19, getPriority() + 12) + 5));
});

it.runIf(process.platform === 'linux')(
  'the time that a thread has worked is what cores have done for it, and not for others',
  async () => {
    const thread = startThread('features/translate/markup-thread.js', {
      heapMebibytes: 256,
      youngHeapMebibytes: 16,
    });
    thread.postMessage({ type: 'open', id: 1, text: 'A text.', options: {} });
    await nextMessage(thread);
    const worked = cpuMsOf(thread);
    expect(worked).toBeGreaterThan(0);
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < 300_000);
    expect(cpuMsOf(thread)).toBeLessThan((worked ?? 0) + 200);
    await thread.terminate();
    expect(cpuMsOf(thread)).toBeUndefined();
  },
);

describe('an error between threads', () => {
  it('keeps what its answer needs', () => {
    const error = new AppError('invalid_parameter', {
      message: 'Send less.',
      parameter: 'text',
      detail: 'Line 3.',
      reason: 'entry_duplicate',
      index: 2,
      language: 'ES',
      retryAfterSeconds: 7,
      cause: new RangeError('too long'),
    });
    expect(errorOf(structuredClone(failureOf(error)))).toMatchObject({
      code: 'invalid_parameter',
      message: 'Send less.',
      parameter: 'text',
      detail: 'Line 3.',
      reason: 'entry_duplicate',
      index: 2,
      language: 'ES',
      retryAfterSeconds: 7,
      cause: { message: expect.stringContaining('too long') },
    });
  });

  it('keeps the place where it happened, for the log', () => {
    const fault = new TypeError('x is undefined');
    expect(errorOf(structuredClone(failureOf(fault))).stack).toBe(fault.stack);
  });

  it('is a fault where it has no code', () => {
    const error = errorOf(structuredClone(failureOf(new TypeError('x is undefined'))));
    expect(error).not.toBeInstanceOf(AppError);
    expect(error.message).toContain('x is undefined');
  });
});
