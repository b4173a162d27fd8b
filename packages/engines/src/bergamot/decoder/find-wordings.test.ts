import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@dragoman/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBergamotEngine } from '../engine.js';
import { TEST_MODELS } from '../testing/copy-model.js';
import { findWordings } from './find-wordings.js';
import {
  chancesAt,
  type Decoder,
  endSentence,
  readSentence,
  startHypothesis,
  take,
  textOf,
} from './hypotheses.js';
import { openDecoder } from './open-decoder.js';
import { createStudent } from './student.js';
import { readModelTensors } from './tensors.js';

const MODELS = fileURLToPath(new URL('../../../../../models', import.meta.url));

const decoderOf = async (directory: string, id: string): Promise<Decoder> => {
  const folder = join(directory, id);
  const names = await readdir(folder);
  const pathOf = (start: string): string =>
    join(folder, names.find((name) => name.startsWith(start)) ?? '');
  return openDecoder({
    id,
    modelPath: pathOf('model.'),
    vocabularyPaths: [pathOf('vocab.')],
  });
};

const engine = createBergamotEngine(
  { log: silentLogger },
  { modelDirectories: [MODELS, TEST_MODELS] },
);
let german: Decoder;
beforeAll(async () => {
  [german] = await Promise.all([decoderOf(MODELS, 'starter-en-de'), engine.start()]);
});
afterAll(() => engine.stop());

const translate = async (target: string, texts: readonly string[]): Promise<readonly string[]> => {
  const units = texts.map((text) => ({ text, protectedSpans: [] }));
  const signal = new AbortController().signal;
  const batch = { source: 'en', target, modelType: 'latency_optimized', units } as const;
  return (await engine.translateBatch(batch, { signal })).map(({ text }) => text);
};

describe('a model’s next token', () => {
  const TEXTS = [
    'The house is big.',
    'Where is the train station?',
    'I would like to buy a new car tomorrow.',
    'He had no choice but to tell his mother the truth.',
    'The meeting was cancelled because nobody came.',
    'Please close the door when you leave the room.',
  ];

  it('leads to the translations of the engine, for the model that repeats its input', async () => {
    const copy = await decoderOf(TEST_MODELS, 'copy-en-es');
    const own = TEXTS.map((text) => {
      const decoding = readSentence(copy, text);
      const whole = endSentence(decoding, startHypothesis(decoding));
      return whole && textOf(decoding, whole);
    });
    expect(own).toEqual(await translate('es', TEXTS));
  });

  it('is the same without the factors that some models have for the inputs of their matrices', async () => {
    const copy = await decoderOf(TEST_MODELS, 'copy-en-es');
    const tensors = await readModelTensors(
      join(TEST_MODELS, 'copy-en-es', 'model.copy.intgemm8.alphas.bin'),
    );
    const matrix = (name: string) => ({ ...tensors.matrix(name), inputFactor: undefined });
    const student = createStudent({ ...tensors, matrix });
    const [text = ''] = TEXTS;
    const decoding = readSentence({ ...copy, student }, text);
    const whole = endSentence(decoding, startHypothesis(decoding));
    expect(whole && textOf(decoding, whole)).toBe(text);
  });

  it('is that of the engine’s translation nearly everywhere, for a starter model', async () => {
    const translated = await translate('de', TEXTS);
    let [same, all] = [0, 0];
    for (const [index, text] of TEXTS.entries()) {
      const decoding = readSentence(german, text);
      let hypothesis = startHypothesis(decoding);
      for (const token of [...german.target.encode(translated[index] ?? ''), german.target.end]) {
        const chances = chancesAt(decoding, hypothesis);
        // The engine keeps three translations at every step: the second best may win in the end.
        const better = chances.filter((chance) => chance > (chances[token] as number)).length;
        same += better <= 1 ? 1 : 0;
        all += 1;
        hypothesis = take(decoding, hypothesis, token);
      }
    }
    expect(same / all).toBeGreaterThan(0.9);
  });

  it('is refused from a model of another kind', () => {
    const tensors = {
      configuration: 'type: transformer\ndec-cell: gru\n',
      has: () => false,
      matrix: () => expect.unreachable(),
      vector: () => expect.unreachable(),
    };
    expect(() => createStudent(tensors)).toThrow('the model has another dec-cell');
  });
});

describe('other wordings', () => {
  const TEXT = 'The meeting was cancelled because nobody came.';
  const TRANSLATION = 'Das Treffen wurde abgesagt, weil niemand kam.';
  const wordingsAt = (word: string, count = 6) =>
    findWordings(german, {
      ...{ text: TEXT, translation: TRANSLATION, count },
      from: TRANSLATION.indexOf(word),
    });

  it('have another word in the place of the one that was asked about', () => {
    const wordings = wordingsAt('Treffen');
    expect(wordings.length).toBeGreaterThan(1);
    for (const { text, start, end } of wordings) {
      expect(text.slice(start, end)).toMatch(/^\p{L}+$/u);
      expect(TRANSLATION).not.toContain(text.slice(start, end));
      expect(text).toMatch(/\.$/);
    }
  });

  it('have other words before it where these have to agree with it', () => {
    const feminine = /\b(Besprechung|Sitzung|Versammlung|Tagung|Konferenz)\b/;
    const wordings = wordingsAt('Treffen').filter(({ text }) => feminine.test(text));
    expect(wordings.length).toBeGreaterThan(0);
    for (const { text } of wordings) expect(text).toMatch(/^Die /);
  });

  it('lose and gain an apostrophe where the language wants that', async () => {
    const french = await decoderOf(MODELS, 'starter-en-fr');
    const textsFor = (text: string, translation: string, word: string) =>
      findWordings(french, { text, translation, from: translation.indexOf(word), count: 6 });
    const liking = textsFor('I would like to buy a car.', 'Je voudrais acheter une voiture.', 'v');
    expect(liking.some(({ text }) => text.startsWith("J'"))).toBe(true);
    for (const { text } of liking) expect(text).not.toMatch(/^Je [aeiouéê]/);
    const men = textsFor('The man is old.', "L'homme est vieux.", "L'homme");
    expect(men.length).toBeGreaterThan(0);
    for (const { text, start } of men)
      expect(text.slice(0, start)).toMatch(/^(L'|Le |La |Un |Une )/);
  });

  it('are none of the same word with another ending, and each word comes once', () => {
    const words = wordingsAt('abgesagt').map(({ text, start, end }) => text.slice(start, end));
    expect(words.length).toBeGreaterThan(0);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).not.toMatch(/^abgesag/);
  });

  it('begin with a capital letter where the translation does', () => {
    const wordings = wordingsAt('Das');
    expect(wordings.length).toBeGreaterThan(0);
    for (const { text } of wordings) expect(text).toMatch(/^\p{Lu}/u);
  });

  it('are found without a word to ask about', () => {
    const wordings = findWordings(german, { text: TEXT, translation: TRANSLATION, count: 3 });
    expect(wordings.length).toBeGreaterThan(0);
    for (const { text } of wordings) expect(text).not.toBe(TRANSLATION);
  });

  it('are at most as many as wanted', () => {
    expect(wordingsAt('Treffen', 1)).toHaveLength(1);
  });

  it('keep what stands before the word, also what the vocabulary cannot write', () => {
    const translation = '日本: Das Treffen wurde abgesagt.';
    const from = translation.indexOf('Treffen');
    const asked = { text: 'The meeting was cancelled.', translation, count: 4 };
    const wordings = findWordings(german, { ...asked, from });
    expect(wordings.length).toBeGreaterThan(0);
    for (const { text } of wordings) expect(text.startsWith('日本: ')).toBe(true);
    expect(findWordings(german, asked)).toEqual([]);
  });
});
