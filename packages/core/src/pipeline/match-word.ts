import type { DictionaryEntry } from '../engine/engine.js';
import { type TextRange, WORD } from '../segmentation/index.js';

/** A word of a sentence, and what the dictionary has for it. */
export interface SourceWord extends TextRange {
  readonly text: string;
  readonly entries: readonly DictionaryEntry[];
}

const WORDS = new RegExp(WORD, 'gu');

/** The words of a text, in order. */
export const wordsOf = (text: string): readonly Omit<SourceWord, 'entries'>[] =>
  Array.from(text.matchAll(WORDS), ({ 0: word, index }) => ({
    ...{ start: index, end: index + word.length, text: word },
  }));

/**
 * Whether a word of a translation can come from a word of the sentence: it is one of its
 * translations, or the form of one, or has the word as a translation in the other direction.
 *
 * @param back what the dictionary of the other direction has for the word of the translation
 */
export const isEntryOf = (
  { text, entries }: SourceWord,
  clicked: string,
  back: readonly DictionaryEntry[],
): boolean => {
  const sources = new Set([text, ...entries.map(({ lemma }) => lemma)].map(fold));
  const targets = new Set(entries.flatMap(({ translations }) => translations.map(fold)));
  return (
    targets.has(fold(clicked)) ||
    back.some(
      ({ lemma, translations }) =>
        targets.has(fold(lemma)) || translations.some((one) => sources.has(fold(one))),
    )
  );
};

/** Words, those first whose place in the sentence is most like a given one. */
export const byDistance = <Word extends TextRange>(
  place: number,
  words: readonly Word[],
): readonly Word[] =>
  words.toSorted((one, other) => Math.abs(one.start - place) - Math.abs(other.start - place));

const fold = (word: string): string => word.normalize('NFC').toLowerCase();
