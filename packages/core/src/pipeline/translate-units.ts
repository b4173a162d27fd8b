import type {
  Engine,
  EngineCallOptions,
  TranslatedUnit,
  TranslationUnit,
} from '../engine/engine.js';
import type { Logger, SegmentCache } from '../ports.js';
import type { Leg, Route } from '../routing/route.js';
import { isSound, piecesOf, relocateSpans } from './check-unit.js';

export interface TranslateUnitsDependencies {
  readonly cache: SegmentCache;
  readonly log: Logger;
}

const HAS_LETTER = /\p{L}/u;

/**
 * Translates units over a route, in order. Units without a letter to translate come back as they
 * are, repeated ones are translated once, and known ones come from the cache.
 */
export const translateUnits = async (
  units: readonly TranslationUnit[],
  route: Route,
  dependencies: TranslateUnitsDependencies,
  call: EngineCallOptions,
): Promise<readonly string[]> => {
  const { cache } = dependencies;
  const keyPrefix = `${route.id} ${route.modelType}\n`;
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
    const wanted = [...missing.values()];
    const translated = await translateLegs(wanted, route.legs, dependencies, call);
    for (const [index, unit] of wanted.entries()) {
      const text = translated[index] ?? unit.text;
      results.set(unit.text, text);
      cache.set(keyPrefix + unit.text, text);
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
  dependencies: TranslateUnitsDependencies,
  call: EngineCallOptions,
): Promise<readonly string[]> => {
  const translated = await callEngine(units, leg, call);
  return Promise.all(
    units.map(async (unit, index) => {
      const text = translated[index]?.text ?? '';
      if (isSound(unit, text)) return text;
      dependencies.log.warn(
        { engine: leg.engine.id, pair: `${leg.source}>${leg.target}` },
        'unsound translation, going piece by piece',
      );
      return translatePieces(unit, leg, call);
    }),
  );
};

/** Keeps protected pieces by construction: only what lies between them reaches the engine. */
const translatePieces = async (
  unit: TranslationUnit,
  leg: Leg,
  call: EngineCallOptions,
): Promise<string> => {
  const pieces = piecesOf(unit).map((piece) => {
    const isTranslatable = !piece.isProtected && HAS_LETTER.test(piece.text);
    const core = isTranslatable ? piece.text.trim() : '';
    return { text: piece.text, core, at: piece.text.indexOf(core) };
  });
  const translatable = pieces.filter((piece) => piece.core !== '');
  const translated = await callEngine(
    translatable.map(({ core }) => ({ text: core, protectedSpans: [] })),
    leg,
    call,
  );
  const byPiece = new Map(translatable.map((piece, index) => [piece, translated[index]?.text]));
  return pieces
    .map((piece) => {
      const text = byPiece.get(piece);
      // An engine that has no word for a piece leaves it as it was, like any word it does not know.
      if (text === undefined || text.trim() === '') return piece.text;
      const end = piece.at + piece.core.length;
      return piece.text.slice(0, piece.at) + text + piece.text.slice(end);
    })
    .join('');
};

/** Calls the engine in batches no larger than it takes. */
const callEngine = async (
  units: readonly TranslationUnit[],
  { engine, source, target, modelType }: Leg,
  call: EngineCallOptions,
): Promise<readonly TranslatedUnit[]> => {
  const batches = await Promise.all(
    batchesOf(units, engine).map((batch) =>
      engine.translateBatch({ source, target, modelType, units: batch }, call),
    ),
  );
  return batches.flat();
};

const batchesOf = (
  units: readonly TranslationUnit[],
  { capabilities: { maxBatchUnits } }: Engine,
): readonly (readonly TranslationUnit[])[] => {
  if (units.length <= maxBatchUnits) return [units];
  const batches = [];
  for (let start = 0; start < units.length; start += maxBatchUnits) {
    batches.push(units.slice(start, start + maxBatchUnits));
  }
  return batches;
};
