import { afterEach, describe, expect, it } from 'vitest';
import { startDocumentThread } from './start-document-thread.js';

const ending = new AbortController();
const threads: ReturnType<typeof startDocumentThread>[] = [];
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.end();
});

const readText = (text: string, stepCpuMs?: Parameters<typeof startDocumentThread>[1]) => {
  const thread = startDocumentThread(ending.signal, stepCpuMs);
  threads.push(thread);
  return thread.read({
    bytes: Buffer.from(text),
    fileKey: undefined,
    format: 'txt',
    sourceLanguage: 'en',
    targetLanguage: 'de',
    outputFormat: 'txt',
    dropsSignature: false,
    keepsHeader: false,
    maxCharacters: undefined,
  });
};

describe('the thread of a document', () => {
  it('reads it', async () => {
    expect(await readText('This is a letter.')).toMatchObject({ characters: 17 });
  });

  it('is ended when cores have worked for it for too long', async () => {
    const long = 'A sentence of some words. '.repeat(200_000);
    await expect(readText(long, { always: 20, perMebibyte: 0 })).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringContaining('takes too long'),
    });
  });

  it('is not ended while cores work for others', async () => {
    // Its own work, with the start of the thread, is far less; the clock passes the limit all the same.
    const reading = readText('This is a letter.', { always: 1500, perMebibyte: 0 });
    const beganMs = performance.now();
    while (performance.now() - beganMs < 2000);
    expect(await reading).toMatchObject({ characters: 17 });
  });
});
