import { baseOf, type LanguagePair } from '@dragoman/contract';
import type { Detector } from '../detection/detection.js';
import type { Rewriting, TranslatedUnit, TranslationUnit } from '../engine.js';
import { keepsSpans, unchanged, unprotectedText } from '../protection/placed-spans.js';
import { DENSE, UNSPACED_LETTER } from '../scripts.js';
import { timesOf12Hours } from '../times-of-day.js';
import { keepsNumbers, takeFrom } from './compare-numbers.js';
import { ANSWER_DEFECTS, findChatterDefect, findRewritingDefect } from './find-chatter-defect.js';
import { alteredNames } from './names.js';
import { keepsNegation } from './negation.js';
import { keepsBrackets, keepsQuotes } from './quotations.js';

/** What can be wrong with a translated unit, the gravest first. */
const DEFECTS = [
  'blank',
  'lost_span',
  ...ANSWER_DEFECTS,
  'numbers',
  'times',
  'negation',
  'repetition',
  'length',
  'symbols',
  'brackets',
  'quotes',
  'copied',
  'names',
] as const;

export type Defect = (typeof DEFECTS)[number];

/** A phrase said this often in a row is a loop, unless the source says it as often. */
const LOOP = 3;

/**
 * What rule-based engines write where they cannot finish a word: the name of a class (`<prn>`), or a
 * word with a sign before it (`#ser`, `@perro`, `*foo`).
 * https://wiki.apertium.org/wiki/Apertium_stream_format
 */
const SYMBOLS = /<[a-z][a-z0-9_.:-]{0,30}>|(?<![^\s([{"'“‘«¿¡])[#@*](?=\p{L})/gu;

/**
 * Whether a translation has symbols of an engine's analysis in it: more of a kind than the source.
 * Takes time in proportion to the length of the texts.
 */
export const hasLeakedSymbols = (source: string, translated: string): boolean => {
  const found = translated.match(SYMBOLS);
  if (!found) return false;
  const known = countOf(source.match(SYMBOLS) ?? []);
  return [...countOf(found)].some(([symbol, count]) => count > (known.get(symbol) ?? 0));
};

const countOf = (symbols: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  return counts;
};

/** Fewer words may be a name, a title or a quotation. */
const MIN_WORDS = 4;

/** Whether a sentence came back as it was, as a model returns what it has no idea about. */
export const isCopied = (source: string, translated: string): boolean =>
  comparedWordsOf(source) === comparedWordsOf(translated) && lowerCaseWords(source) >= MIN_WORDS;

const comparedWordsOf = (text: string): string => text.replaceAll(/\P{L}+/gu, ' ').trim();

const lowerCaseWords = (text: string): number => text.match(/(?<![\p{L}'’])\p{Ll}+/gu)?.length ?? 0;

const DENSE_LETTERS = new RegExp(`[${DENSE}]`, 'gu');
/** A character of these scripts says about as much as this many letters. */
const DENSE_WEIGHT = 2.5;
/** Shorter texts vary too much to tell anything. */
const SHORT = 20;
const MIN_RATIO = 0.25;
const MAX_RATIO = 4;
/** Sentences from here on vary less: one that is much shorter has lost a part. */
const LONG = 300;
const MIN_RATIO_OF_LONG = 0.55;
const MAX_RATIO_OF_LONG = 2.2;

/** Whether the length of a translation is believable for its source. */
const hasBelievableLength = (source: string, translated: string): boolean => {
  const sourceWeight = weightOf(source);
  const weight = weightOf(translated);
  if (sourceWeight < SHORT && weight < SHORT * 2) return true;
  const ratio = weight / Math.max(1, sourceWeight);
  return sourceWeight < LONG
    ? ratio >= MIN_RATIO && ratio <= MAX_RATIO
    : ratio >= MIN_RATIO_OF_LONG && ratio <= MAX_RATIO_OF_LONG;
};

const weightOf = (text: string): number => {
  const dense = text.match(DENSE_LETTERS)?.length ?? 0;
  return text.length + dense * (DENSE_WEIGHT - 1);
};

/** The gravest defect of a translation, if it has any. */
export const findDefect = (
  unit: TranslationUnit,
  translated: TranslatedUnit,
  pair: LanguagePair,
): Defect | undefined => {
  if (translated.text.trim() === '') return 'blank';
  if (!keepsSpans(unit, translated)) return 'lost_span';
  if (!keepsNumbers(unit.text, translated.text, pair)) return 'numbers';
  if (!keepsAfternoons(unit.text, translated.text, pair)) return 'times';
  if (!keepsNegation(unit.text, translated.text, pair)) return 'negation';
  if (repeatsOtherwise(unit.text, translated.text)) return 'repetition';
  if (!hasBelievableLength(unit.text, translated.text)) return 'length';
  const [source, answer] = [unprotectedText(unchanged(unit)), unprotectedText(translated)];
  if (hasLeakedSymbols(source, answer)) return 'symbols';
  if (!keepsBrackets(source, answer)) return 'brackets';
  if (!keepsQuotes(source, answer)) return 'quotes';
  if (
    unit.protectedSpans.length === 0 &&
    baseOf(pair.source) !== baseOf(pair.target) &&
    isCopied(unit.text, translated.text)
  )
    return 'copied';
  if (alteredNames(unit.text, translated.text, pair.source).length > 0) return 'names';
  return undefined;
};

/**
 * The gravest defect of a translation by a free-form engine, such as a language model.
 *
 * @param rewriting where it is no translation, but the same text in other words
 */
export const findTranslationDefect = (
  unit: TranslationUnit,
  translated: TranslatedUnit,
  pair: LanguagePair,
  detector: Detector,
  rewriting?: Rewriting,
): Defect | undefined => {
  const defect = findDefect(unit, translated, pair);
  if (defect === 'blank' || defect === 'lost_span') return defect;
  const [source, answer] = [unprotectedText(unchanged(unit)), unprotectedText(translated)];
  const languages = { ...pair, detector };
  const ofAnswer = rewriting
    ? findRewritingDefect(source, answer, languages, rewriting.kind)
    : findChatterDefect(source, answer, languages);
  return ofAnswer ?? defect;
};

/** Larger is graver; 0 for a sound translation. */
export const gravityOf = (defect: Defect | undefined): number =>
  defect === undefined ? 0 : DEFECTS.length - DEFECTS.indexOf(defect);

/** A word said so often is a list or a test, and is said as often in the translation. */
const LITANY = 6;
/** Endings differ, so that not every repetition is the same word in the translation. */
const LITANY_SHARE = 0.8;

/** Longest phrase, in tokens, looked at for being said over and over. */
const MAX_PHRASE_TOKENS = 8;
/** Tokens looked at; a loop shows long before. */
const MAX_TOKENS = 2000;

/** A run of the same phrase. */
interface Repetition {
  /** How often the phrase stands there in a row; 1 where nothing repeats. */
  readonly count: number;
  /** Tokens from the first to the last of the run. */
  readonly tokens: number;
}

/**
 * The longest immediate repetition of a phrase of up to eight tokens: `no no no` has one of count
 * 3, `Danke. Danke. Danke.` too. Words count as tokens, in scripts without spaces characters do.
 * Takes time in proportion to the length of the text.
 */
export const longestRepetition = (text: string): Repetition => {
  const tokens = tokensOf(text);
  let longest: Repetition = { count: 1, tokens: 0 };
  for (let size = 1; size <= MAX_PHRASE_TOKENS && size * 2 <= tokens.length; size++) {
    let matching = 0;
    for (let index = size; index < tokens.length; index++) {
      matching = tokens[index] === tokens[index - size] ? matching + 1 : 0;
      const count = Math.floor(matching / size) + 1;
      const length = count * size;
      if (count > 1 && length > longest.tokens) longest = { count, tokens: length };
    }
  }
  return longest;
};

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;

const tokensOf = (text: string): readonly string[] => {
  const tokens: string[] = [];
  for (const [word] of text.toLowerCase().matchAll(TOKEN)) {
    if (UNSPACED_LETTER.test(word)) tokens.push(...word);
    else tokens.push(word);
    if (tokens.length >= MAX_TOKENS) break;
  }
  return tokens;
};

/** Whether a translation goes round in circles, or leaves out most of what its source repeats. */
const repeatsOtherwise = (source: string, translated: string): boolean => {
  const [said, repeated] = [longestRepetition(source), longestRepetition(translated)];
  if (repeated.count >= LOOP && repeated.count > said.count) return true;
  return said.count >= LITANY && repeated.count < said.count * LITANY_SHARE;
};

/** How languages with a clock of 24 hours say that one of twelve is meant, and which half of it. */
const SAYS_HALF: Readonly<Record<string, RegExp>> = {
  de: /nachmittag|(?<!\p{L})(?:abends?|mittags?|nachts?)(?!\p{L})/iu,
  es: /(?:de|por|en) la (?:tarde|noche)|p\.? ?m\b/iu,
  fr: /(?<!\p{L})(?:midi|soir|nuit)(?!\p{L})/iu,
  it: /pomeriggio|(?<!\p{L})(?:sera|notte)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:(?:na)?middags?|avonds?|nachts?)(?!\p{L})/iu,
  pl: /po południu|wiecz[oó]r|w nocy/iu,
  pt: /(?:da|de|à) (?:tarde|noite)/iu,
  ru: /(?<!\p{L})(?:дня|вечер(?:а|ом)|ноч(?:и|ью)|пополудни)(?!\p{L})/iu,
};

/**
 * Whether what an English text says is after noon is so in its translation: `3 pm` is `15 Uhr` or
 * `drei Uhr nachmittags`, but not `3 Uhr`. Other languages are not looked at.
 */
export const keepsAfternoons = (
  source: string,
  translated: string,
  { source: from, target: to }: LanguagePair,
): boolean => {
  const saysHalf = baseOf(from) === 'en' ? SAYS_HALF[baseOf(to)] : undefined;
  if (!saysHalf) return true;
  // Noon is 12 in both clocks.
  const hours = timesOf12Hours(source)
    .map(({ hourOf24 }) => hourOf24)
    .filter((hour) => hour > 12);
  if (hours.length === 0 || saysHalf.test(translated)) return true;
  const numbers = numbersOf(translated);
  // Those that the source has, too, such as the day of a date, say no hour.
  for (const number of numbersOf(source)) takeFrom(numbers, number);
  return hours.every((hour) => numbers.includes(hour));
};

const numbersOf = (text: string): number[] => text.match(/\p{Nd}+/gu)?.map(Number) ?? [];
