import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@dragoman/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DecoderThread } from './decoder-thread.js';

const FOLDER = fileURLToPath(new URL('../../../../../models/starter-en-de', import.meta.url));
const pathOf = (start: string): string =>
  join(FOLDER, readdirSync(FOLDER).find((name) => name.startsWith(start)) ?? '');
const FILES = { id: 'de', modelPath: pathOf('model.'), vocabularyPaths: [pathOf('vocab.')] };
const QUESTION = {
  ...{ text: 'The meeting was cancelled.', count: 2 },
  ...{ translation: 'Das Treffen wurde abgesagt.', from: 4 },
};

describe('the thread for other wordings', () => {
  let thread: DecoderThread;
  beforeEach(() => {
    thread = new DecoderThread(silentLogger);
  });
  afterEach(() => thread.stop());
  const ask = (files = FILES, signal = new AbortController().signal) =>
    thread.findWordings(files, QUESTION, signal);

  it('answers questions that come at the same time', async () => {
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(first?.length).toBeGreaterThan(0);
    expect(second).toEqual(first);
  });

  it('has nothing to say about files that are no model, and answers the next question', async () => {
    const broken = { ...FILES, id: 'broken', modelPath: FILES.vocabularyPaths[0] ?? '' };
    expect(await ask(broken)).toBeUndefined();
    expect((await ask())?.length).toBeGreaterThan(0);
  });

  it('stops waiting when the caller leaves', async () => {
    const caller = new AbortController();
    const answer = ask(FILES, caller.signal);
    caller.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
    await expect(ask(FILES, caller.signal)).rejects.toThrow('gone');
  });

  it('answers no more than sixteen at a time', async () => {
    const answers = await Promise.all(Array.from({ length: 17 }, () => ask()));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
  });

  it('gives up what waits when it is stopped, and starts again for the next question', async () => {
    const answer = ask();
    await thread.stop();
    expect(await answer).toBeUndefined();
    expect((await ask())?.length).toBeGreaterThan(0);
  });
});
