import type { LanguageTag } from '@dragoman/contract';
import type { Engine, EngineCapabilities, EnginePair } from '../engine/engine.js';
import type { Route } from './route.js';

/** What a request may need of the engine that writes the translation. */
export type NeededCapability = keyof Pick<EngineCapabilities, 'formality' | 'instructions'>;

/** What some engines can do in the languages they translate into, and others cannot. */
export type OfferedCapability = NeededCapability | keyof Pick<EngineCapabilities, 'rewriting'>;

/** Pairs of all engines at one moment, with what was derived from them. */
export interface Graph {
  readonly pairsByEngine: readonly (readonly EnginePair[])[];
  readonly legsFrom: ReadonlyMap<LanguageTag, readonly LegOffer[]>;
  readonly sources: ReadonlySet<LanguageTag>;
  readonly targets: ReadonlySet<LanguageTag>;
  readonly starterSources: ReadonlySet<LanguageTag>;
  readonly starterTargets: ReadonlySet<LanguageTag>;
  readonly ruleBasedSources: ReadonlySet<LanguageTag>;
  readonly ruleBasedTargets: ReadonlySet<LanguageTag>;
  readonly targetsWith: Readonly<Record<OfferedCapability, ReadonlySet<LanguageTag>>>;
  readonly routes: Map<string, Route | undefined>;
}

interface LegOffer {
  readonly engine: Engine;
  readonly pair: EnginePair;
}

/** Whether an engine can do something in a pair. */
export const offers = (
  { capabilities }: Pick<Engine, 'capabilities'>,
  pair: EnginePair,
  capability: OfferedCapability,
): boolean =>
  capabilities[capability] === true ||
  (capability === 'formality' && pair.choosesFormality === true);

export const buildGraph = (engines: readonly Engine[]): Graph => {
  const pairsByEngine = engines.map((engine) => engine.pairs());
  const legsFrom = new Map<LanguageTag, LegOffer[]>();
  for (const [index, engine] of engines.entries()) {
    for (const pair of pairsByEngine[index] ?? []) {
      const offers = legsFrom.get(pair.source) ?? [];
      offers.push({ engine, pair });
      legsFrom.set(pair.source, offers);
    }
  }
  const pairs = pairsByEngine.flat();
  const targetsWith = (capability: OfferedCapability): ReadonlySet<LanguageTag> =>
    new Set(
      engines.flatMap(({ capabilities }, index) =>
        (pairsByEngine[index] ?? [])
          .filter((pair) => offers({ capabilities }, pair, capability))
          .map((pair) => pair.target),
      ),
    );
  const sources = new Set(pairs.map((pair) => pair.source));
  const targets = new Set(pairs.map((pair) => pair.target));
  const others = pairs.filter((pair) => pair.origin !== 'starter');
  const modelled = engines.flatMap((engine, index) =>
    engine.capabilities.isRuleBased ? [] : (pairsByEngine[index] ?? []),
  );
  return {
    pairsByEngine,
    legsFrom,
    sources,
    targets,
    starterSources: without(sources, new Set(others.map((pair) => pair.source))),
    starterTargets: without(targets, new Set(others.map((pair) => pair.target))),
    ruleBasedSources: without(sources, new Set(modelled.map((pair) => pair.source))),
    ruleBasedTargets: without(targets, new Set(modelled.map((pair) => pair.target))),
    targetsWith: {
      formality: targetsWith('formality'),
      instructions: targetsWith('instructions'),
      rewriting: targetsWith('rewriting'),
    },
    routes: new Map(),
  };
};

const without = <Item>(all: ReadonlySet<Item>, some: ReadonlySet<Item>): ReadonlySet<Item> =>
  new Set([...all].filter((item) => !some.has(item)));
