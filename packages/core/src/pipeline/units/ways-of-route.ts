import type { Carrier, EngineCallOptions } from '../../engine/engine.js';
import type { Leg, Route } from '../../routing/route.js';
import {
  asPlaceholder,
  asTold,
  asWord,
  betweenTags,
  inPlace,
  type TermWay,
} from '../../terms/index.js';

/**
 * The ways of terms through a route that measured best (`docs/decisions/texts/terms.md`): words that
 * a model copies or that replace its own, and words that a rule-based engine gives the grammar of the
 * terms.
 *
 * @returns the ways for terms, from their translations
 */
export const waysOf =
  ({ legs: [leg, ...further] }: Route, call: EngineCallOptions) =>
  async (targets: readonly string[]): Promise<readonly TermWay[]> => {
    // A further engine would translate what the first one has copied.
    if (!leg || further.length > 0) return [];
    const { isRuleBased, terms } = leg.engine.capabilities;
    // Each further answer of an engine that can be told costs.
    if (terms) return [asTold];
    if (!isRuleBased) return [inPlace, asWord];
    const carriers = await findCarriers(leg, targets, call);
    return carriers.size > 0 ? [withCarriers(carriers)] : [];
  };

const findCarriers = async (
  { engine, source, target }: Leg,
  targets: readonly string[],
  call: EngineCallOptions,
): Promise<ReadonlyMap<string, Carrier>> => {
  // Terms can do without; an engine that is out of order says so when it has to translate.
  const found = await engine.findCarriers?.({ source, target }, targets, call).catch(() => []);
  return new Map(
    targets.flatMap((words, index) => (found?.[index] ? [[words, found[index]]] : [])),
  );
};

const withCarriers =
  (carriers: ReadonlyMap<string, Carrier>): TermWay =>
  (unit, terms, options) => {
    const carrierOf = (index: number): Carrier | undefined =>
      carriers.get(options.targets[index] ?? '');
    const way = terms.some((_, index) => carrierOf(index))
      ? betweenTags((_, index) => carrierOf(index))
      : asPlaceholder;
    return way(unit, terms, options);
  };
