import { describe, expect, it } from 'vitest';
import type { DictionaryEntry } from '../engine.js';
import { becameWord, byDistance, inTags, isEntryOf, wordRangesOf } from './find-words.js';

const entry = (lemma: string, ...translations: string[]): DictionaryEntry => ({
  partOfSpeech: 'noun',
  lemma,
  translations,
});

describe('the words of a sentence', () => {
  it('are without what stands between them', () => {
    const words = wordRangesOf('Don’t go, X-ray {name}!').map(({ text }) => text);
    expect(words).toEqual(['Don’t', 'go', 'X-ray', 'name']);
  });

  it('are ordered by how far they are from a place', () => {
    const words = byDistance(9, wordRangesOf('one two three four'));
    expect(words.map(({ text }) => text)).toEqual(['three', 'two', 'four', 'one']);
  });
});

describe('a word of a translation', () => {
  const house = { start: 0, end: 6, text: 'Houses', entries: [entry('house', 'casas', 'cámaras')] };

  it('comes from the word that has it as a translation', () => {
    expect(isEntryOf(house, 'Casas', [])).toBe(true);
    expect(isEntryOf(house, 'perros', [])).toBe(false);
  });

  it('comes from the word that has it in another form, or the other way round', () => {
    const wrote = { start: 0, end: 5, text: 'wrote', entries: [entry('write', 'escribir')] };
    expect(isEntryOf(wrote, 'escribió', [entry('escribir', 'compose')])).toBe(true);
    expect(isEntryOf(wrote, 'redactó', [entry('redactar', 'write')])).toBe(true);
    expect(isEntryOf(wrote, 'leyó', [entry('leer', 'read')])).toBe(false);
  });
});

describe('a tagged word', () => {
  const tagged = inTags('The big house', { start: 4, end: 7 });

  it('is between its tags', () => {
    expect(tagged.text).toBe('The <w>big</w> house');
    const spans = tagged.protectedSpans.map(({ start, end }) => tagged.text.slice(start, end));
    expect(spans).toEqual(['<w>', '</w>']);
  });

  it('became the word that comes back between them, at that place', () => {
    const answer = {
      text: 'La grande casa <w>grande</w>',
      spans: [
        { start: 15, end: 18, span: 0 },
        { start: 24, end: 28, span: 1 },
      ],
    };
    const translation = 'La grande casa grande';
    const second = { translation, word: { start: 15, end: 21 } };
    expect(becameWord(answer, second)).toBe(true);
    expect(becameWord(answer, { translation, word: { start: 3, end: 9 } })).toBe(false);
    expect(becameWord(answer, { translation, word: { start: 10, end: 14 } })).toBe(false);
    expect(becameWord({ text: translation, spans: [] }, second)).toBe(false);
  });
});
