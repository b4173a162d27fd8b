import { afterEach, describe, expect, it } from 'vitest';
import { createGrowthMeter, startDocumentThread } from './start-document-thread.js';

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

const MEBIBYTE = 1024 ** 2;

/** A process whose threads take memory while they work. */
const startProcess = () => {
  let [rssBytes, cpuMs] = [300 * MEBIBYTE, 1000];
  const meter = createGrowthMeter({ rssBytes: () => rssBytes, cpuMs: () => cpuMs });
  const work = (workedMs: number, mebibytes: number): void => {
    cpuMs += workedMs;
    rssBytes += mebibytes * MEBIBYTE;
  };
  const startThread = (canTell = true) => {
    let ownMs = 0;
    const growth = meter.enter(() => (canTell ? ownMs : undefined));
    return {
      mebibytes: () => Math.round(growth.bytes() / MEBIBYTE),
      leave: growth.leave,
      work(workedMs: number, mebibytes: number) {
        ownMs += workedMs;
        work(workedMs, mebibytes);
      },
    };
  };
  return { startThread, work };
};

describe('what a thread adds to the memory', () => {
  it('is what the process grows by while it works alone', () => {
    const thread = startProcess().startThread();
    for (let turn = 0; turn < 10; turn++) {
      thread.work(100, 50);
      thread.mebibytes();
    }
    expect(thread.mebibytes()).toBe(500);
  });

  it('is nothing for one that waits while another one grows', () => {
    const { startThread } = startProcess();
    const [small, bomb] = [startThread(), startThread()];
    small.work(10, 1);
    small.mebibytes();
    for (let turn = 0; turn < 20; turn++) {
      bomb.work(100, 100);
      small.mebibytes();
    }
    expect(small.mebibytes()).toBe(1);
    expect(bomb.mebibytes()).toBe(2000);
  });

  it('is its part where others work at the same time, and nothing of what the server does', () => {
    const { startThread, work } = startProcess();
    const [one, other] = [startThread(), startThread()];
    one.work(30, 0);
    other.work(10, 0);
    work(60, 1000);
    expect([one.mebibytes(), other.mebibytes()]).toEqual([300, 100]);
  });

  it('becomes less when memory is given back, and never less than nothing', () => {
    const { startThread, work } = startProcess();
    const thread = startThread();
    thread.work(100, 100);
    expect(thread.mebibytes()).toBe(100);
    thread.work(100, -60);
    expect(thread.mebibytes()).toBe(40);
    thread.work(100, -500);
    expect(thread.mebibytes()).toBe(0);
    work(100, 50);
    expect(thread.mebibytes()).toBe(0);
  });

  it('does not count what others took before it came or after they left', () => {
    const { startThread } = startProcess();
    const first = startThread();
    first.work(100, 700);
    const second = startThread();
    first.leave();
    second.work(100, 5);
    expect(second.mebibytes()).toBe(5);
  });

  it('is an equal part where the system does not tell who worked', () => {
    const { startThread } = startProcess();
    const [one, other] = [startThread(false), startThread(false)];
    one.work(100, 100);
    expect([one.mebibytes(), other.mebibytes()]).toEqual([50, 50]);
  });
});
