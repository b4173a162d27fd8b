import type { LanguageTag } from '@dragoman/contract';
import type { TranslatedUnit, TranslationUnit } from '../engine.js';
import { ownTextsOf } from '../protection/placed-spans.js';
import { editSentences } from './apply-style.js';

/** Words as they were written first, by their letters alone: `email` is `E-Mail`. */
export type Spellings = Map<string, string>;

const WORD = /\p{L}+(?:[-\u2010\u2011]\p{L}+)*/gu;
const HYPHENS = /[-\u2010\u2011]/g;
const HAS_HYPHEN = /\p{L}[-\u2010\u2011]\p{L}/u;
/** Shorter ones are as often two words: `a-la` and `ala`. */
const MIN_LETTERS = 5;
/** Beyond, a document goes on with the words it knows. */
const MAX_WORDS = 50_000;

/** Where a hyphen makes another word of the same letters: `re-sign`, `compra-mos`. */
const OTHER_WORDS: Readonly<Record<LanguageTag, RegExp>> = {
  en: /^(?:re|co|un)-/i,
  pt: /-(?:me|te|se|nos|vos|lhes?|[lnm]?[oa]s?)$/i,
};

/**
 * Gives a word that is written with a hyphen in one place and without in another the form that came
 * first. Models know both and choose again in every sentence: `e-mail` and `email`.
 *
 * @param spellings the words so far; takes those of the sentences
 * @param language base language of the target
 */
export const keepSpellings = (
  units: readonly TranslationUnit[],
  translated: readonly TranslatedUnit[],
  spellings: Spellings,
  language: LanguageTag,
): readonly TranslatedUnit[] => {
  // What was left as it is in the source is no model's choice.
  const isOwn = translated.map(({ text }, index) => text !== units[index]?.text);
  const edited = editSentences(
    units.filter((_, index) => isOwn[index]),
    translated.filter((_, index) => isOwn[index]),
    (text) => text.replace(WORD, (word) => spellingOf(word, spellings, OTHER_WORDS[language])),
  ).values();
  return translated.map((text, index) => (isOwn[index] ? (edited.next().value ?? text) : text));
};

/** Whether a text has a hyphen within a word: without one, no spellings differ. */
export const hasHyphen = (translated: TranslatedUnit): boolean =>
  ownTextsOf(translated).some((part) => HAS_HYPHEN.test(part));

const spellingOf = (word: string, spellings: Spellings, others: RegExp | undefined): string => {
  const letters = word.replace(HYPHENS, '').toLowerCase();
  if (letters.length < MIN_LETTERS || others?.test(word)) return word;
  const first = spellings.get(letters);
  if (first === undefined) {
    const isCapitals = word === word.toUpperCase();
    if (!isCapitals && spellings.size < MAX_WORDS) spellings.set(letters, word);
    return word;
  }
  return hyphenated(first) === hyphenated(word) ? word : inCaseOf(word, first);
};

const hyphenated = (word: string): string => word.replace(HYPHENS, '-').toLowerCase();

/** A form with the capitals of a word: none, all, or its own behind the first letter of the word. */
const inCaseOf = (word: string, form: string): string => {
  if (word === word.toLowerCase()) return form.toLowerCase();
  if (word === word.toUpperCase()) return form.toUpperCase();
  const [initial = ''] = word;
  return initial + form.slice(initial.length);
};
