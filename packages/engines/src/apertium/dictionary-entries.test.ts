import { silentLogger } from '@dragoman/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApertiumEngine, createApertiumEngine } from './engine.js';

describe('the entries of a bilingual dictionary', () => {
  const engine: ApertiumEngine = createApertiumEngine({ log: silentLogger });
  const find = (source: string, target: string, ...words: string[]) =>
    engine.findEntries?.({ source, target }, words, { signal: new AbortController().signal });

  beforeAll(() => engine.start());
  afterAll(() => engine.stop());

  it('are by part of speech, with several translations', async () => {
    const [light = []] = (await find('en', 'es', 'light')) ?? [];
    expect(light).toContainEqual({
      partOfSpeech: 'noun',
      lemma: 'light',
      translations: ['luz'],
    });
    expect(light).toContainEqual({
      partOfSpeech: 'adjective',
      lemma: 'light',
      translations: ['ligero', 'claro'],
    });
  });

  it('have the form of the word where that can be made, and the lemma otherwise', async () => {
    const [houses = [], wrote = []] = (await find('en', 'es', 'houses', 'wrote')) ?? [];
    expect(houses[0]).toEqual({
      partOfSpeech: 'noun',
      lemma: 'house',
      translations: ['casas', 'cámara'],
    });
    expect(wrote).toEqual([{ partOfSpeech: 'verb', lemma: 'write', translations: ['escribir'] }]);
  });

  it('do not depend on the capital at the beginning of a sentence', async () => {
    const [capital, small, name = []] = (await find('en', 'es', 'House', 'house', 'London')) ?? [];
    expect(capital).toEqual(small);
    // It is a surname, too.
    const translations = ['Londres', 'London'];
    expect(name).toEqual([{ partOfSpeech: 'name', lemma: 'London', translations }]);
  });

  it('are none for words that it does not have, and for what is no word', async () => {
    const strange = ['xyzzyq', 'the', 'two words', '^$[]', 'x'.repeat(100), ''];
    expect(await find('en', 'es', ...strange)).toEqual(strange.map(() => []));
  });

  it('are unknown where there is no dictionary', async () => {
    expect(await find('en', 'ja', 'house')).toBeUndefined();
  });
});
