import { capitalised } from '@dragoman/core/characters';
import type { AlignedText } from '../alignment/aligned-text.js';
import { WORD, type WordBooks, wordFor } from './copied-words.js';

// A small model guesses at words that it has hardly ever seen: `dough` becomes `ärgerlich`. Such a word
// falls into many pieces, and the phrase book mostly knows it. So the translation is made again from
// where the guess stands, with the word of the book in its place.

/** Words of as many pieces are rare. */
const MIN_PIECES = 3;
/** Shorter ones have fewer pieces. */
const MIN_LETTERS = 5;
/** Words of a line that are put in, each with a search of its own. */
const MAX_WORDS = 3;
/**
 * How much less probable a translation with the word may be, for each token: more, and the model cannot
 * make a sentence of it.
 */
const MAX_LOSS = 0.6;
/** The share of a word by which its other forms are known, and the fewest letters of it. */
const STEM = { share: 0.6, letters: 4 };

/** A word that the model has hardly ever seen, and its translation by the phrase book. */
export interface RareWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly translation: string;
}

/** A translation that is known to the token, and how probable it is. */
export interface ScoredText extends AlignedText {
  /** Logarithm of its probability, for each token. */
  readonly score: number;
}

/** Finds the best translation that begins so; undefined where the model has no links to give. */
export type ContinueFrom = (beginning: string) => Promise<ScoredText | undefined>;

/**
 * A translation with the words of the phrase book where the model guessed.
 *
 * @param rare what {@link findRareWords} found in the line
 */
export const putInRareWords = async (
  translation: ScoredText,
  rare: readonly RareWord[],
  continueFrom: ContinueFrom,
): Promise<ScoredText> => {
  let [best, from] = [translation, 0];
  const tried = new Set<string>();
  for (let count = 0; count < MAX_WORDS; count++) {
    const open = missingIn(best.text, rare).filter(({ word }) => !tried.has(word));
    const guess = findGuess(best, open, from);
    if (!guess) break;
    tried.add(guess.word);
    const beginning = best.text.slice(0, guess.at) + guess.translation;
    const changed = await continueFrom(beginning);
    if (!changed || changed.score < best.score - MAX_LOSS) continue;
    [best, from] = [changed, beginning.length];
  }
  return best;
};

/**
 * The rare words of a line that its phrase book knows.
 *
 * @param countPieces how many pieces a word has; it may stop counting at `enough`
 */
export const findRareWords = (
  line: string,
  books: WordBooks,
  countPieces: (word: string, enough: number) => number,
): readonly RareWord[] => {
  const found = new Map<string, RareWord>();
  for (const { 0: word, index: start } of line.matchAll(WORD)) {
    if (word.length < MIN_LETTERS || found.has(word)) continue;
    const isRare = countPieces(word, MIN_PIECES) >= MIN_PIECES;
    const translation = isRare ? wordFor(word, books) : undefined;
    if (translation === undefined) continue;
    found.set(word, { word, start, end: start + word.length, translation });
  }
  return [...found.values()];
};

/** Those whose translation does not stand in a text, in any form. */
export const missingIn = (text: string, rare: readonly RareWord[]): readonly RareWord[] => {
  if (rare.length === 0) return rare;
  const words = (text.match(WORD) ?? []).map((word) => word.toLowerCase());
  return rare.filter(({ translation }) => {
    const stem = stemOf(translation);
    return !words.some((word) => word.startsWith(stem));
  });
};

/** What every form of a word begins with, in small letters. */
const stemOf = (word: string): string =>
  word.toLowerCase().slice(0, Math.max(STEM.letters, Math.ceil(word.length * STEM.share)));

/** A place where the model wrote something else for a word. */
interface Guess {
  readonly word: string;
  readonly at: number;
  readonly translation: string;
}

/** The first guess for one of some words, from a place on. */
const findGuess = (
  { text, links }: AlignedText,
  rare: readonly RareWord[],
  from: number,
): Guess | undefined => {
  const guesses = rare.flatMap(({ word, start, end, translation }) => {
    const own = links.filter(({ source }) => source.start <= start && source.end >= end);
    const [longest] = own.toSorted((one, other) => lengthOf(other.target) - lengthOf(one.target));
    if (!longest || longest.target.start < from) return [];
    const at = longest.target.start;
    const [guess] = text.slice(at, longest.target.end).match(WORD) ?? [];
    if (guess === undefined) return [];
    const hasCapital = at === 0 && guess !== guess.toLowerCase();
    return [{ word, at, translation: hasCapital ? capitalised(translation) : translation }];
  });
  return guesses.toSorted((one, other) => one.at - other.at)[0];
};

const lengthOf = ({ start, end }: { readonly start: number; readonly end: number }): number =>
  end - start;
