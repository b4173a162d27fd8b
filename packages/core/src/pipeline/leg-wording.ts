import { type Defect, findDefect, findDefectOfAnswer } from '../checks/find-defect.js';
import type { Detector } from '../detection/detection.js';
import type {
  EngineCallOptions,
  Rewriting,
  TranslatedUnit,
  TranslationUnit,
  WordingOptions,
} from '../engine/engine.js';
import type { Deadline } from '../observers.js';
import type { Leg, Route } from '../routing/route.js';

/** How much text engines may be given once more, to repair what they made of a request. */
export interface RepairBudget {
  isSpent(): boolean;
  /** @param characters UTF-16 code units of the text that an engine got again */
  spend(characters: number): void;
}

/** What accompanies units: who waits for them, and what is to be done with them. */
export interface UnitCall extends EngineCallOptions {
  readonly wording?: WordingOptions | undefined;
  /** Undefined for a translation. */
  readonly rewriting?: Rewriting;
  /** Without one, the work may take as long as it wants. */
  readonly deadline?: Deadline | undefined;
  /** Without one, every translation with a defect is repaired. */
  readonly repairs?: RepairBudget | undefined;
}

/**
 * What a leg of a route is told: the first one what is in the language of the source, the last one
 * what is about the target. Undefined for nothing.
 */
export const wordingOfLeg = (
  { legs }: Pick<Route, 'legs'>,
  leg: Leg,
  wording: WordingOptions | undefined,
): WordingOptions | undefined => {
  if (!wording) return undefined;
  const { context, formality, instructions } = wording;
  const isLast = leg === legs.at(-1);
  return someOf({
    ...(leg === legs[0] && { context }),
    ...(isLast && { formality, instructions }),
  });
};

/** What an engine is told: only what it can use. Undefined for nothing. */
export const wordingFor = (
  { engine: { capabilities }, choosesFormality }: Leg,
  wording: WordingOptions | undefined,
): WordingOptions | undefined => {
  if (!wording) return undefined;
  const { context, formality, instructions } = wording;
  return someOf({
    ...(capabilities.context && { context }),
    ...(choosesFormality && { formality }),
    ...(capabilities.instructions && { instructions }),
  });
};

type Members = { readonly [Name in keyof WordingOptions]: WordingOptions[Name] | undefined };

const someOf = (members: Members): WordingOptions | undefined => {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : Object.fromEntries(given);
};

/** Whether another engine would word a translation as this one is told to. */
export const keepsWording = (
  leg: Leg,
  other: Leg,
  wording: WordingOptions | undefined,
): boolean => {
  const told = wordingFor(leg, wording) ?? {};
  const otherTold = wordingFor(other, wording) ?? {};
  return (['formality', 'instructions'] as const).every(
    (name) => told[name] === undefined || otherTold[name] !== undefined,
  );
};

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
    const pair = { source, target };
    return engine.capabilities.isLanguageModel === true
      ? findDefectOfAnswer(unit, translated, pair, detector)
      : findDefect(unit, translated, pair);
  };
