import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type AlternativesQuestion, silentLogger } from '@dragoman/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNeuralEngine } from '../engine.js';
import { parseVocabulary } from '../models/vocabulary-file.js';
import { parsePhraseBook } from '../shortcuts/phrase-book.js';

const MODELS = fileURLToPath(new URL('../../../../../models', import.meta.url));

const never = new AbortController().signal;
const engine = createNeuralEngine({ log: silentLogger }, { modelDirectories: [MODELS] });
beforeAll(() => engine.start());
afterAll(() => engine.stop());

/** What the starter model from English finds; never undefined where it could be asked. */
const findAlternatives = async (question: AlternativesQuestion, target = 'de') => {
  const pair = { source: 'en', target, modelType: 'latency_optimized' } as const;
  return (await engine.findAlternatives?.(pair, question, { signal: never })) ?? [];
};

describe('alternatives', () => {
  const TEXT = 'The meeting was cancelled because nobody came.';
  const TRANSLATION = 'Das Treffen wurde abgesagt, weil niemand kam.';
  const alternativesAt = (word: string, count = 6) =>
    findAlternatives({
      text: TEXT,
      translation: TRANSLATION,
      count,
      from: TRANSLATION.indexOf(word),
    });

  it('have another word in the place of the one that was asked about', async () => {
    const alternatives = await alternativesAt('Treffen');
    expect(alternatives.length).toBeGreaterThan(1);
    for (const { text, start, end } of alternatives) {
      expect(text.slice(start, end)).toMatch(/^\p{L}+$/u);
      expect(TRANSLATION).not.toContain(text.slice(start, end));
      expect(text).toMatch(/\.$/);
    }
  });

  it('have other words before it where these have to agree with it', async () => {
    const feminine = /\b(Besprechung|Sitzung|Versammlung|Tagung|Konferenz)\b/;
    const alternatives = (await alternativesAt('Treffen')).filter(({ text }) =>
      feminine.test(text),
    );
    expect(alternatives.length).toBeGreaterThan(0);
    for (const { text } of alternatives) expect(text).toMatch(/^Die /);
  });

  it('lose and gain an apostrophe where the language wants that', async () => {
    const textsFor = (text: string, translation: string, word: string) =>
      findAlternatives({ text, translation, from: translation.indexOf(word), count: 6 }, 'fr');
    const liking = await textsFor(
      'I would like to buy a car.',
      'Je voudrais acheter une voiture.',
      'v',
    );
    expect(liking.some(({ text }) => text.startsWith("J'"))).toBe(true);
    for (const { text } of liking) expect(text).not.toMatch(/^Je [aeiouéê]/);
    const teachers = await textsFor(
      'The teacher was friendly.',
      "L'enseignant était gentil.",
      "L'enseignant",
    );
    expect(teachers.length).toBeGreaterThan(0);
    for (const { text, start } of teachers)
      expect(text.slice(0, start)).toMatch(/^(L'|Le |La |Un |Une )/);
  });

  it('are none of the same word with another ending, and each word comes once', async () => {
    const words = (await alternativesAt('abgesagt')).map(({ text, start, end }) =>
      text.slice(start, end),
    );
    expect(words.length).toBeGreaterThan(0);
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).not.toMatch(/^abgesag/);
  });

  it('are no words that a small model has made up', async () => {
    const contentOf = (id: string, file: string) => readFile(`${MODELS}/${id}/${file}`);
    const vocabulary = parseVocabulary(await contentOf('starter-en-de', 'vocab.starter-en-de.spm'));
    const [to, from] = await Promise.all(
      ['starter-en-de', 'starter-de-en'].map(async (id) =>
        parsePhraseBook(await contentOf(id, `phrases.${id}.tsv`)),
      ),
    );
    const words: string[] = [];
    for (const [text, translation, word] of [
      ['My driving licence has expired.', 'Meine Fahrerlizenz ist abgelaufen.', 'Fahrerlizenz'],
      [TEXT, TRANSLATION, 'Treffen'],
      ['The police used tear gas.', 'Die Polizei benutzte Teergas.', 'Teergas'],
    ] as const) {
      const question = { text, translation, from: translation.indexOf(word), count: 6 };
      for (const alternative of await findAlternatives(question)) {
        words.push(alternative.text.slice(alternative.start, alternative.end));
      }
    }
    expect(words.length).toBeGreaterThan(1);
    // Forms of a word have another ending.
    const isKnown = (word: string): boolean | undefined =>
      [0, 1, 2, 3, 4].some((ending) => vocabulary.holdsWord(word.slice(0, word.length - ending))) ||
      to?.holdsWord(word, 'translations') ||
      from?.holdsWord(word, 'phrases');
    expect(
      words.flatMap((word) => word.match(/\p{L}+/gu) ?? []).filter((word) => !isKnown(word)),
    ).toEqual([]);
  });

  it('begin with a capital letter where the translation does', async () => {
    const alternatives = await alternativesAt('Das');
    expect(alternatives.length).toBeGreaterThan(0);
    for (const { text } of alternatives) expect(text).toMatch(/^\p{Lu}/u);
  });

  it('are found without a word to ask about', async () => {
    const alternatives = await findAlternatives({ text: TEXT, translation: TRANSLATION, count: 3 });
    expect(alternatives.length).toBeGreaterThan(0);
    for (const { text } of alternatives) expect(text).not.toBe(TRANSLATION);
  });

  it('are at most as many as wanted', async () => {
    expect(await alternativesAt('Treffen', 1)).toHaveLength(1);
  });

  it('keep what stands before the word, also what the vocabulary cannot write', async () => {
    const translation = '日本: Das Treffen wurde abgesagt.';
    const from = translation.indexOf('abgesagt');
    const asked = { text: 'The meeting was cancelled.', translation, count: 4 };
    const alternatives = await findAlternatives({ ...asked, from });
    expect(alternatives.length).toBeGreaterThan(0);
    for (const { text } of alternatives) expect(text.startsWith('日本: ')).toBe(true);
    expect(await findAlternatives(asked)).toEqual([]);
  });

  it('answer questions that come at the same time alike', async () => {
    const [first, second] = await Promise.all([
      alternativesAt('Treffen'),
      alternativesAt('Treffen'),
    ]);
    expect(second).toEqual(first);
  });

  it('are not waited for once the caller has gone', async () => {
    const caller = new AbortController();
    const pair = { source: 'en', target: 'de', modelType: 'latency_optimized' } as const;
    const asked = { text: TEXT, translation: TRANSLATION, from: 4, count: 2 };
    const answer = engine.findAlternatives?.(pair, asked, { signal: caller.signal });
    caller.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
  });

  it('are looked for at no more than sixteen places at a time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 17 }, () =>
        engine.findAlternatives?.(
          { source: 'en', target: 'de', modelType: 'latency_optimized' },
          { text: 'Hello.', translation: 'Hallo.', from: 0, count: 1 },
          { signal: never },
        ),
      ),
    );
    expect(answers).toContain(undefined);
  });
});
