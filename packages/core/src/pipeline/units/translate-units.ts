import type { EngineCallOptions, TranslationUnit } from '../../engine/engine.js';
import { isAllCapitals, toCapitals, toSentenceCase } from '../../guards/capitals.js';
import { findDefect } from '../../guards/guards.js';
import { piecesOf, relocateSpans } from '../../protection/protected-pieces.js';
import type { Leg, Route } from '../../routing/route.js';
import type { Router } from '../../routing/router.js';
import { callEngine } from './call-engine.js';
import type { Meter, SegmentCache } from './ports.js';
import { repairUnit } from './repair-unit.js';

export interface TranslateUnitsDependencies {
  readonly router: Router;
  readonly cache: SegmentCache;
  readonly meter: Meter;
}

const HAS_LETTER = /\p{L}/u;

/**
 * Translates units over a route, in order. Units without a letter to translate come back as they
 * are, repeated ones are translated once, and known ones come from the cache. A sentence in
 * capitals is translated as an ordinary one and put in capitals again: engines read those better.
 */
export const translateUnits = async (
  units: readonly TranslationUnit[],
  route: Route,
  dependencies: TranslateUnitsDependencies,
  call: EngineCallOptions,
): Promise<readonly string[]> => {
  const { cache } = dependencies;
  const revisions = route.legs.map((leg) => leg.revision ?? '').join();
  const keyPrefix = `${route.id} ${route.modelType} ${revisions}\n`;
  const results = new Map<string, string>();
  const missing = new Map<string, TranslationUnit>();
  for (const unit of units) {
    const { text } = unit;
    if (results.has(text) || missing.has(text)) continue;
    const known = hasWords(unit) ? cache.get(keyPrefix + text) : text;
    if (known === undefined) missing.set(text, unit);
    else results.set(text, known);
  }
  if (missing.size > 0) {
    const wanted = [...missing.values()].map((unit) => {
      const isCapitals = isAllCapitals(unit);
      return { text: unit.text, isCapitals, unit: isCapitals ? toSentenceCase(unit) : unit };
    });
    const asked = wanted.map(({ unit }) => unit);
    const translated = await translateLegs(asked, route.legs, dependencies, call);
    for (const [index, { text, unit, isCapitals }] of wanted.entries()) {
      const answer = translated[index] ?? unit.text;
      const result = isCapitals ? toCapitals(unit, answer) : answer;
      results.set(text, result);
      cache.set(keyPrefix + text, result);
    }
  }
  return units.map((unit) => results.get(unit.text) ?? unit.text);
};

const hasWords = (unit: TranslationUnit): boolean =>
  unit.protectedSpans.length === 0
    ? HAS_LETTER.test(unit.text)
    : piecesOf(unit).some((piece) => !piece.isProtected && HAS_LETTER.test(piece.text));

const translateLegs = async (
  units: readonly TranslationUnit[],
  legs: readonly Leg[],
  dependencies: TranslateUnitsDependencies,
  call: EngineCallOptions,
): Promise<readonly string[]> => {
  let current = units;
  for (const leg of legs) {
    const texts = await translateLeg(current, leg, dependencies, call);
    current = current.map((unit, index) => {
      const text = texts[index] ?? unit.text;
      return { text, protectedSpans: relocateSpans(unit, text) };
    });
  }
  return current.map((unit) => unit.text);
};

const translateLeg = async (
  units: readonly TranslationUnit[],
  leg: Leg,
  { router, meter }: TranslateUnitsDependencies,
  call: EngineCallOptions,
): Promise<readonly string[]> => {
  const translated = await callEngine(units, leg, call);
  return Promise.all(
    units.map(async (unit, index) => {
      const text = translated[index]?.text ?? '';
      const defect = findDefect(unit, text);
      if (defect === undefined) return text;
      const alternatives = router.alternatives(leg);
      const labels = { engine: leg.engine.id, pair: `${leg.source}-${leg.target}` };
      const stopClock = meter.time('repair', labels);
      const repair = await repairUnit(unit, text, { leg, alternatives }, call);
      stopClock();
      meter.count('guard', { defect, remaining: repair.remaining ?? 'none' });
      return repair.text;
    }),
  );
};
