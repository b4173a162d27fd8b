import type { EngineCallOptions, TranslationUnit } from '../../engine/engine.js';
import { type Defect, findDefect, gravityOf } from '../../guards/guards.js';
import { piecesOf } from '../../protection/protected-pieces.js';
import type { Leg } from '../../routing/route.js';
import { callEngine } from './call-engine.js';
import { mapWhere } from './map-together.js';

const HAS_LETTER = /\p{L}/u;

/** What became of a unit whose translation had a defect. */
export interface Repair {
  readonly text: string;
  /** What is still wrong with it; undefined when it was mended. */
  readonly remaining: Defect | undefined;
}

/**
 * Finds a better translation for a unit than a defective one: by other engines that have the pair,
 * and around its protected pieces. Where none is sound, the least defective stands; a blank one
 * gives way to the source, like any word an engine does not know.
 *
 * @param alternatives other engines' legs for the same pair, in order of preference
 */
export const repairUnit = async (
  unit: TranslationUnit,
  defective: string,
  legs: { readonly leg: Leg; readonly alternatives: readonly Leg[] },
  call: EngineCallOptions,
): Promise<Repair> => {
  const attempts = [
    ...legs.alternatives.map((leg) => async () => {
      const [answer] = await callEngine([unit], leg, call);
      return answer?.text ?? '';
    }),
    () => translatePieces(unit, legs.leg, call),
  ];
  let best: Repair = { text: defective, remaining: findDefect(unit, defective) };
  for (const attempt of attempts) {
    if (best.remaining === undefined) break;
    const text = await attempt();
    const remaining = findDefect(unit, text);
    if (gravityOf(remaining) < gravityOf(best.remaining)) best = { text, remaining };
  }
  return best.remaining === 'blank' ? { ...best, text: unit.text } : best;
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
  const translated = await mapWhere(
    pieces,
    ({ core }) => core !== '',
    (cores) =>
      callEngine(
        cores.map(({ core }) => ({ text: core, protectedSpans: [] })),
        leg,
        call,
      ),
  );
  return pieces
    .map((piece, index) => {
      const text = translated[index]?.text ?? '';
      if (text.trim() === '') return piece.text;
      const end = piece.at + piece.core.length;
      return piece.text.slice(0, piece.at) + text + piece.text.slice(end);
    })
    .join('');
};
