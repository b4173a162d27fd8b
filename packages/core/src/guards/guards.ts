import type { TranslationUnit } from '../engine/engine.js';
import { keepsSpans } from '../protection/protected-pieces.js';
import { hasBelievableLength } from './length.js';
import { keepsNumbers } from './numbers.js';
import { longestRepetition } from './repetition.js';

/** What can be wrong with a translated unit, the gravest first. */
export const DEFECTS = ['blank', 'lost_span', 'repetition', 'length', 'numbers'] as const;

export type Defect = (typeof DEFECTS)[number];

/** A phrase said this often in a row is a loop, unless the source says it as often. */
const LOOP = 3;

/** The gravest defect of a translation, if it has any. */
export const findDefect = (unit: TranslationUnit, translated: string): Defect | undefined => {
  const { text } = unit;
  if (translated.trim() === '') return 'blank';
  if (!keepsSpans(unit, translated)) return 'lost_span';
  if (isLoop(text, translated)) return 'repetition';
  if (!hasBelievableLength(text, translated)) return 'length';
  if (!keepsNumbers(text, translated)) return 'numbers';
  return undefined;
};

/** Larger is graver; 0 for a sound translation. */
export const gravityOf = (defect: Defect | undefined): number =>
  defect === undefined ? 0 : DEFECTS.length - DEFECTS.indexOf(defect);

const isLoop = (source: string, translated: string): boolean => {
  const { count } = longestRepetition(translated);
  return count >= LOOP && count > longestRepetition(source).count;
};
