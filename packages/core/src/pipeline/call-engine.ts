import type { EngineBatch, TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { joinParts, partsOf, verifySpans } from '../protection/placed-spans.js';
import type { Leg } from '../routing/route.js';
import { type UnitCall, wordingFor } from './leg-wording.js';

const NOTHING: TranslatedUnit = { text: '', spans: [] };

/**
 * Control characters but for tab and line breaks, with the colour of a terminal that they begin, and
 * marks that turn the direction of writing.
 */
const CONTROLS =
  /(?![\t-\r\u0085])\p{Cc}(?:\[[\d;]*[A-Za-z])?|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A translation without the control characters that its source does not have. */
const withoutNewControls = (source: string, translated: TranslatedUnit): TranslatedUnit => {
  if (translated.text.search(CONTROLS) < 0) return translated;
  const remove = (text: string) =>
    text.replace(CONTROLS, (found) => (source.includes(found.charAt(0)) ? found : ''));
  return joinParts(
    partsOf(translated).map((part) =>
      part.span === undefined ? { ...part, text: remove(part.text) } : part,
    ),
  );
};

/** Translates units over one leg of a route: one translation for each unit, its spans verified. */
export const callEngine = async (
  units: readonly TranslationUnit[],
  leg: Leg,
  { signal, budget, wording, rewriting }: UnitCall,
  more: Pick<EngineBatch, 'rejected'> = {},
): Promise<readonly TranslatedUnit[]> => {
  const { engine, source, target, variant, modelType } = leg;
  const told = wordingFor(leg, wording);
  const translated = await engine.translateBatch(
    {
      source,
      target: variant ?? target,
      modelType,
      units,
      ...(told && { wording: told }),
      ...(rewriting && { rewriting }),
      ...more,
    },
    { signal, ...(budget && { budget }) },
  );
  return units.map((unit, index) =>
    verifySpans(unit, withoutNewControls(unit.text, translated[index] ?? NOTHING)),
  );
};
