import { AppError, showPair } from '@dragoman/contract';
import type { Deadline } from '../dependencies.js';
import type {
  EngineBatch,
  EngineCallOptions,
  Guidance,
  Rewriting,
  TranslatedUnit,
  TranslationUnit,
} from '../engine.js';
import { yieldToLoop } from '../event-loop.js';
import { asUnit, plainText, unchanged, verifySpans } from '../protection/placed-spans.js';
import type { Leg } from '../routing/route.js';
import { cleanTranslation } from './clean-translation.js';
import { guidanceOfLeg, splitGuidance } from './plan-guidance.js';

/** How much text engines may be given once more, to repair what they made of a request. */
export interface RepairBudget {
  /**
   * Pays for an attempt before it is made.
   *
   * @param characters UTF-16 code units of the text that an engine is to get again
   * @returns whether there was enough left; otherwise it must not be made
   */
  spend(characters: number): boolean;
}

/** What accompanies translating: who waits for it, how it is worded, and what it may cost. */
export interface TranslationCall extends EngineCallOptions {
  /** For the route or the leg that is asked; {@link guidanceOfLeg} says what of it an engine is told. */
  readonly guidance?: Guidance | undefined;
  /** Undefined for a translation. */
  readonly rewriting?: Rewriting;
  /** Without one, the work may take as long as it wants. */
  readonly deadline?: Deadline | undefined;
  /** Without one, every translation with a defect is repaired. */
  readonly repairs?: RepairBudget | undefined;
}

const NOTHING = plainText('');

/** Translates units over one leg of a route: one translation for each unit, its spans verified. */
export const callEngine = async (
  units: readonly TranslationUnit[],
  leg: Leg,
  { signal, budget, onTranslated, rewriting, ...call }: TranslationCall,
  more: Pick<EngineBatch, 'rejected'> = {},
): Promise<readonly TranslatedUnit[]> => {
  const { engine, source, target, variant, modelType } = leg;
  const guidance = guidanceOfLeg(leg, call.guidance);
  const translated = await engine.translateBatch(
    {
      source,
      target: variant ?? target,
      modelType,
      units,
      ...(guidance && { guidance }),
      ...(rewriting && { rewriting }),
      ...more,
    },
    { signal, budget, onTranslated },
  );
  // Answers to many batches come in one message; each is looked at in a turn of its own.
  await yieldToLoop();
  signal.throwIfAborted();
  return units.map((unit, index) =>
    verifySpans(unit, cleanTranslation(unit.text, translated[index] ?? NOTHING, leg)),
  );
};

/** Translates one unit over several legs in the place of one, without a look at what comes out. */
export const askLegs = async (
  unit: TranslationUnit,
  legs: readonly Leg[],
  call: TranslationCall,
): Promise<TranslatedUnit> => {
  const [leg] = legs;
  if (!leg) return unchanged(unit);
  const [first, further] = splitGuidance(legs, call.guidance);
  const [halfway = unchanged(unit)] = await callEngine([unit], leg, { ...call, guidance: first });
  if (legs.length === 1) return halfway;
  const next = await askLegs(asUnit(unit, halfway), legs.slice(1), { ...call, guidance: further });
  return mapSpansThroughPivot(halfway, next);
};

/** A translation of a translation, with the spans of the original unit. */
export const mapSpansThroughPivot = (
  halfway: TranslatedUnit | undefined,
  { text, spans }: TranslatedUnit,
): TranslatedUnit => ({
  text,
  spans: spans.map(({ start, end, span }) => ({
    start,
    end,
    span: halfway?.spans[span]?.span ?? span,
  })),
});

/** How the metrics name a leg. */
export const labelsOf = (leg: Leg) => ({ engine: leg.engine.id, pair: showPair(leg) });

/** The error for what only a language model could do, once the tokens of the day are spent. */
export const noTokensLeft = (): AppError =>
  new AppError('quota_exceeded', {
    message:
      'Quota exceeded: this needs a language model, and the API key has spent its tokens of today. It gets new ones at midnight UTC.',
  });
