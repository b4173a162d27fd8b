import type { LanguageTag } from '@dragoman/contract';
import { LANGUAGES } from './ngram-table.js';
import type { NgramModel } from './ngrams.js';

/** eld's table has one Norwegian, which is bokmål, and one Malay, which stands for Indonesian too. */
const TAGS: Readonly<Record<string, LanguageTag>> = { no: 'nb' };

const tagOf = (code: string): LanguageTag => TAGS[code] ?? code;

/** Its languages, as tags of this service. Its Kurdish and Serbian are the Arabic and Cyrillic ones. */
export const ELD_LANGUAGES: ReadonlySet<LanguageTag> = new Set(LANGUAGES.map(tagOf));

const MAX_TEXT_UNITS = 240;

/** Exponents by number of n-grams, fitted on short and full sentences in 33 languages. */
const STEEPNESS: readonly (readonly [mostNgrams: number, steepness: number])[] = [
  [2, 0.44],
  [4, 0.5],
  [8, 0.54],
  [16, 0.77],
  [Number.POSITIVE_INFINITY, 1.6],
];

/** About how many n-grams a word is cut into: four bytes each, three apart. */
const ngramsIn = (word: string): number =>
  Math.max(1, Math.ceil((Buffer.byteLength(word) - 1) / 3));

const textOf = (words: readonly string[]): { readonly text: string; readonly ngrams: number } => {
  let text = '';
  let ngrams = 0;
  for (const word of words) {
    if (text.length >= MAX_TEXT_UNITS) break;
    text += text === '' ? word : ` ${word}`;
    ngrams += ngramsIn(word);
  }
  return { text: text.slice(0, MAX_TEXT_UNITS + 40), ngrams };
};

/**
 * Log-likelihoods of the languages eld knows, up to a common constant.
 *
 * The sum of a text's scores over its n-grams is too sure of itself, as neighbouring n-grams say the
 * same, so their mean is scaled by the square root of their number and a fitted steepness. Both
 * depend on the exact version of the table.
 */
export const eldScores = (
  model: Pick<NgramModel, 'scoresOf'>,
  words: readonly string[],
): ReadonlyMap<LanguageTag, number> => {
  const { text, ngrams } = textOf(words);
  const scores = new Map<LanguageTag, number>();
  if (ngrams === 0) return scores;
  const steepness = STEEPNESS.find(([most]) => ngrams <= most)?.[1] ?? 1;
  for (const [code, mean] of model.scoresOf(text)) {
    scores.set(tagOf(code), (steepness * mean * Math.sqrt(ngrams)) / 10);
  }
  return scores;
};
