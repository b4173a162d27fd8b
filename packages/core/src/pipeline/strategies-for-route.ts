import type { EngineCallOptions, TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import type { Route } from '../routing/route.js';
import type { CarrierFinder } from '../terms/carriers.js';
import { asHint, asWord, betweenTags, inPlace, type TermStrategy } from '../terms/strategies.js';
import type { Work } from './map-together.js';
import type { StrategyRounds } from './translate-terms.js';

const WORDS = /[\p{L}\p{M}]+/gu;

/** Words that lend their grammar to terms, by the translations of these. */
type Carriers = Awaited<ReturnType<CarrierFinder['find']>>;

/** What finds ways for terms. */
export interface StrategyTools {
  readonly carriers: CarrierFinder | undefined;
  /** Translates units over the route. */
  readonly translate: Work<TranslationUnit, TranslatedUnit>;
}

/**
 * The ways of terms through a route that measured best (`docs/decisions/texts/terms.md`): a word with
 * the grammar of the term where one is known, or else words that a model copies or that replace its
 * own.
 *
 * @returns the ways for terms, from their translations
 */
export const strategiesFor =
  (route: Route, tools: StrategyTools, call: EngineCallOptions) =>
  async (targets: readonly string[]): Promise<StrategyRounds> => {
    const [leg, ...further] = route.legs;
    const isTold = route.legs.some(({ engine }) => engine.capabilities.terms);
    // Each further answer of an engine that can be told costs.
    if (isTold) return () => (further.length > 0 ? [] : [[asHint]]);
    // A further engine would translate what the first one has copied.
    const isModel = further.length === 0 && !leg?.engine.capabilities.isRuleBased;
    const otherwise = isModel ? [[inPlace, asWord]] : [];
    const carriers = await findCarriers(route, targets, tools, call);
    const way = withCarriers(carriers);
    return (own) =>
      own.some((target) => carriers.has(target)) ? [[way], ...otherwise] : otherwise;
  };

const findCarriers = async (
  route: Route,
  targets: readonly string[],
  { carriers, translate }: StrategyTools,
  call: EngineCallOptions,
): Promise<Carriers> => {
  const translateWords = async (words: readonly string[]): Promise<readonly string[]> =>
    (await translate(words.map((text) => ({ text, protectedSpans: [] })))).map(({ text }) => text);
  // Terms can do without; an engine that is out of order says so when it has to translate.
  const found = await carriers?.find(route, targets, translateWords, call).catch(() => undefined);
  return found ?? new Map();
};

/** Each term gets a word that the sentence does not have yet: of two, models make one. */
const withCarriers =
  (carriers: Carriers): TermStrategy =>
  (unit, terms, options) => {
    const used = new Set(unit.text.toLowerCase().match(WORDS));
    const chosen = options.targets.map((target) => {
      const fitting = carriers.get(target);
      const carrier =
        fitting?.find(({ source }) => !used.has(source.toLowerCase())) ?? fitting?.[0];
      if (carrier) used.add(carrier.source.toLowerCase());
      return carrier;
    });
    return betweenTags((_, index) => chosen[index])(unit, terms, options);
  };
