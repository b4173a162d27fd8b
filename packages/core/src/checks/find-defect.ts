import { baseOf } from '@dragoman/contract';
import type { Detector } from '../detection/index.js';
import type { Rewriting, TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { keepsSpans, partsOf, unchanged } from '../protection/placed-spans.js';
import { keepsNumbers } from './compare-numbers.js';
import { isCopied } from './copied.js';
import { keepsBrackets, keepsQuotes } from './enclosing.js';
import { ANSWER_DEFECTS, findAnswerDefect, findRewritingDefect } from './find-answer-defect.js';
import type { LanguagePair } from './language-pair.js';
import { hasBelievableLength } from './length.js';
import { alteredNames } from './names.js';
import { keepsNegation } from './negation.js';
import { longestRepetition } from './repetition.js';
import { hasLeakedSymbols } from './symbols.js';

/** What can be wrong with a translated unit, the gravest first. */
export const DEFECTS = [
  'blank',
  'lost_span',
  ...ANSWER_DEFECTS,
  'numbers',
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

/** Stands for a protected span, which is a word to what is around it: a private-use character. */
const OBJECT = '\ue000';

export type { LanguagePair } from './language-pair.js';

/** The gravest defect of a translation, if it has any. */
export const findDefect = (
  unit: TranslationUnit,
  translated: TranslatedUnit,
  pair: LanguagePair,
): Defect | undefined => {
  if (translated.text.trim() === '') return 'blank';
  if (!keepsSpans(unit, translated)) return 'lost_span';
  if (!keepsNumbers(unit.text, translated.text, pair)) return 'numbers';
  if (!keepsNegation(unit.text, translated.text, pair)) return 'negation';
  if (repeatsOtherwise(unit.text, translated.text)) return 'repetition';
  if (!hasBelievableLength(unit.text, translated.text)) return 'length';
  const [source, answer] = [wordsOf(unchanged(unit)), wordsOf(translated)];
  if (hasLeakedSymbols(source, answer)) return 'symbols';
  if (!keepsBrackets(source, answer)) return 'brackets';
  if (!keepsQuotes(source, answer)) return 'quotes';
  if (
    unit.protectedSpans.length === 0 &&
    baseOf(pair.from) !== baseOf(pair.to) &&
    isCopied(unit.text, translated.text)
  )
    return 'copied';
  if (alteredNames(unit.text, translated.text, pair.from).length > 0) return 'names';
  return undefined;
};

/**
 * The gravest defect of a translation by an engine that writes what it wants, as language models do.
 *
 * @param rewriting where it is no translation, but the same text in other words
 */
export const findDefectOfAnswer = (
  unit: TranslationUnit,
  translated: TranslatedUnit,
  pair: LanguagePair,
  detector: Detector,
  rewriting?: Rewriting,
): Defect | undefined => {
  const defect = findDefect(unit, translated, pair);
  if (defect === 'blank' || defect === 'lost_span') return defect;
  const [source, answer] = [wordsOf(unchanged(unit)), wordsOf(translated)];
  const languages = { ...pair, detector };
  const ofAnswer = rewriting
    ? findRewritingDefect(source, answer, languages, rewriting.kind)
    : findAnswerDefect(source, answer, languages);
  return ofAnswer ?? defect;
};

/** A translation without its protected spans. */
const wordsOf = (translated: TranslatedUnit): string =>
  translated.spans.length === 0
    ? translated.text
    : partsOf(translated)
        .map(({ text, span }) => (span === undefined ? text : OBJECT))
        .join('');

/** Larger is graver; 0 for a sound translation. */
export const gravityOf = (defect: Defect | undefined): number =>
  defect === undefined ? 0 : DEFECTS.length - DEFECTS.indexOf(defect);

/** A word said so often is a list or a test, and is said as often in the translation. */
const LITANY = 6;
/** Endings differ, so that not every repetition is the same word in the translation. */
const LITANY_SHARE = 0.8;

/** Whether a translation goes round in circles, or leaves out most of what its source repeats. */
const repeatsOtherwise = (source: string, translated: string): boolean => {
  const [said, repeated] = [longestRepetition(source), longestRepetition(translated)];
  if (repeated.count >= LOOP && repeated.count > said.count) return true;
  return said.count >= LITANY && repeated.count < said.count * LITANY_SHARE;
};
