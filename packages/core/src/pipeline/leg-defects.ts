import { type Defect, findDefect, findDefectOfAnswer } from '../checks/find-defect.js';
import type { Detector } from '../detection/index.js';
import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import type { Leg } from '../routing/route.js';

/** Finds the gravest defect of a translation that came over a leg. */
export type FindLegDefect = (
  unit: TranslationUnit,
  translated: TranslatedUnit,
  leg: Leg,
) => Defect | undefined;

/** What a language model wrote is checked for more than what other engines translated. */
export const createFindLegDefect =
  (detector: Detector): FindLegDefect =>
  (unit, translated, { engine, source, target }) => {
    const pair = { from: source, to: target };
    return engine.capabilities.isLanguageModel === true
      ? findDefectOfAnswer(unit, translated, pair, detector)
      : findDefect(unit, translated, pair);
  };
