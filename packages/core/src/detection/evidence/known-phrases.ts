import type { LanguageTag } from '@dragoman/contract';
import type { FindLetterCase } from '../../engine/engine.js';

/**
 * How much likelier a language is whose dictionary has a text: in natural logarithms, from the share
 * of words that dictionaries of 30,000 phrases have of their own language and of others.
 */
const KNOWN = 3;
/** For each further language that has it: such words are in more languages than have dictionaries. */
const SHARED = -1;
/** A capital where the dictionary has one, too: German nouns, and labels of interfaces. */
const SAME_CAPITAL = 1.5;
/** A small letter where the dictionary has a capital. */
const OTHER_CAPITAL = -2;
/** For a word that ends in a known one. */
const COMPOUND = 3;

/** Longer phrases are not in dictionaries. */
const MAX_WORDS = 3;
const MAX_UNITS = 40;
/** Languages that write several nouns as one word. */
const COMPOUNDING: ReadonlySet<LanguageTag> = new Set(['da', 'de', 'fi', 'is', 'nb', 'nl', 'sv']);
/** Languages that write some articles and prepositions before a vowel with an apostrophe. */
const ELIDING: ReadonlySet<LanguageTag> = new Set(['ca', 'fr', 'it', 'oc']);
const ELIDED = /^(?:l|d|un|dell|all|dall|nell|sull|s|qu)'/u;
const MIN_COMPOUND = 9;
const MIN_HEAD = 5;
const MIN_MODIFIER = 3;

/**
 * What dictionaries say about the language of a text of a few words, as additions to the
 * log-likelihoods of languages.
 *
 * @param text as it is written
 * @param words its words in lower case
 */
export const weighKnownPhrase = (
  text: string,
  words: readonly string[],
  findLetterCase: FindLetterCase,
): ReadonlyMap<LanguageTag, number> => {
  if (words.length === 0 || words.length > MAX_WORDS) return new Map();
  const phrase = words.join(' ');
  if (phrase.length > MAX_UNITS) return new Map();
  const elided = ELIDED.exec(phrase)?.[0];
  const known = elided
    ? findLetterCase(phrase.slice(elided.length), ELIDING)
    : findLetterCase(phrase);
  const [only = ''] = words;
  if (known.size === 0) return words.length === 1 ? weighCompound(only, findLetterCase) : new Map();
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  const hasCapital = first !== first.toLowerCase();
  const isCapitals = text.length > 1 && text === text.toUpperCase();
  const ofKnown = KNOWN + SHARED * (known.size - 1);
  const weigh = (writing: 'lower' | 'capital'): number => {
    if (writing === 'lower' || isCapitals) return ofKnown;
    return ofKnown + (hasCapital ? SAME_CAPITAL : OTHER_CAPITAL);
  };
  return new Map([...known].map(([language, writing]) => [language, weigh(writing)]));
};

/** `Protonenstrahl` ends in `Strahl`: the languages whose dictionary has the longest such ending. */
const weighCompound = (
  word: string,
  findLetterCase: FindLetterCase,
): ReadonlyMap<LanguageTag, number> => {
  const letters = [...word];
  if (letters.length < MIN_COMPOUND) return new Map();
  for (let start = MIN_MODIFIER; letters.length - start >= MIN_HEAD; start++) {
    const found = findLetterCase(letters.slice(start).join(''), COMPOUNDING);
    if (found.size > 0) return new Map([...found.keys()].map((language) => [language, COMPOUND]));
  }
  return new Map();
};
