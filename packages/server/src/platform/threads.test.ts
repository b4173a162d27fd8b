import { Worker } from 'node:worker_threads';
import { AppError } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { errorOf, failureOf, nextMessage } from './threads.js';

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
});

describe('an error between threads', () => {
  it('keeps what its answer needs', () => {
    const error = new AppError('invalid_parameter', {
      message: 'Send less.',
      parameter: 'text',
      detail: 'Line 3.',
    });
    expect(errorOf(structuredClone(failureOf(error)))).toMatchObject({
      code: 'invalid_parameter',
      message: 'Send less.',
      parameter: 'text',
      detail: 'Line 3.',
    });
  });

  it('is a fault where it has no code', () => {
    const error = errorOf(structuredClone(failureOf(new TypeError('x is undefined'))));
    expect(error).not.toBeInstanceOf(AppError);
    expect(error.message).toContain('x is undefined');
  });
});
