import type { LanguageTag } from '@dragoman/contract';

/** The part of `eld` used here. */
export interface EldLike {
  detect(text: string): { getScores(): Record<string, number> };
}

/** eld has one Norwegian, which is bokmål, and one Malay, which stands for Indonesian too. */
const TAGS: Readonly<Record<string, LanguageTag>> = { no: 'nb' };

/** Languages of eld 2.1.0, as tags of this service. Its Kurdish and Serbian are the Arabic and Cyrillic ones. */
export const ELD_LANGUAGES: ReadonlySet<LanguageTag> = new Set(
  `am ar az be bg bn ca cs da de el en es et eu fa fi fr gu he hi hr hu hy is it ja ka kn ko ku lo lt
  lv ml mr ms nb nl or pa pl pt ro ru sk sl sq sr sv ta te th tl tr uk ur vi yo zh`.split(/\s+/),
);

const MAX_TEXT_UNITS = 240;

/** Exponents by number of n-grams, fitted on short and full sentences in 33 languages. */
const STEEPNESS: readonly (readonly [mostNgrams: number, steepness: number])[] = [
  [2, 0.44],
  [4, 0.5],
  [8, 0.54],
  [16, 0.77],
  [Number.POSITIVE_INFINITY, 1.6],
];

/** About how many n-grams eld cuts a word into: four bytes each, three apart. */
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
 * eld 2.1.0 reports `s = a / (a + 25)`, where `a` is the mean n-gram score; `25 s / (1 - s)` gives
 * `a` back. Its sum over n-grams is too sure of itself, as neighbouring n-grams say the same, so
 * `a` is scaled by the square root of their number and a fitted steepness. Both depend on the
 * exact version of eld, which is pinned.
 */
export const eldScores = (
  eld: EldLike,
  words: readonly string[],
): ReadonlyMap<LanguageTag, number> => {
  const { text, ngrams } = textOf(words);
  const scores = new Map<LanguageTag, number>();
  if (ngrams === 0) return scores;
  const steepness = STEEPNESS.find(([most]) => ngrams <= most)?.[1] ?? 1;
  for (const [code, share] of Object.entries(eld.detect(text).getScores())) {
    const mean = (25 * share) / (1 - share);
    scores.set(TAGS[code] ?? code, (steepness * mean * Math.sqrt(ngrams)) / 10);
  }
  return scores;
};
