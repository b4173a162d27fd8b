import { describe, expect, it } from 'vitest';
import type { Carrier, Engine } from '../../engine/engine.js';
import { joinParts, unchanged } from '../../protection/placed-spans.js';
import type { Leg, Route } from '../../routing/route.js';
import { asTold, asWord, createTermMatcher, findUnitTerms, inPlace } from '../../terms/index.js';
import { waysOf } from './ways-of-route.js';

const call = { signal: new AbortController().signal };

const legOf = (isRuleBased: boolean, findCarriers?: Engine['findCarriers']): Leg => ({
  engine: {
    id: 'test',
    capabilities: { maxCharacters: 100, formality: false, isRuleBased },
    start: async () => {},
    pairs: () => [],
    translateBatch: async ({ units }) => units.map(unchanged),
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
    ...(findCarriers && { findCarriers }),
  },
  source: 'en',
  target: 'es',
  modelType: 'latency_optimized',
  revision: undefined,
  origin: undefined,
  chrf: undefined,
});

const routeOf = (...legs: readonly Leg[]): Route => ({
  id: 'test',
  legs,
  modelType: 'latency_optimized',
});

const carriers =
  (known: Readonly<Record<string, Carrier>>): NonNullable<Engine['findCarriers']> =>
  async (_, targets) =>
    targets.map((target) => known[target]);

/** What the first way makes of a sentence for the engine, and of an answer of the engine's. */
const tryFirst = async (route: Route, text: string, answer: (text: string) => string) => {
  const pairs = [
    { source: 'house', target: 'hogar' },
    { source: 'dog', target: 'can' },
  ];
  const matcher = createTermMatcher([pairs], { source: 'en', target: 'es' });
  const unit = { text, protectedSpans: [] };
  const terms = findUnitTerms(unit, matcher);
  const targets = terms.map(matcher.write);
  const [way] = await waysOf(route, call)(targets);
  const termed = way?.(unit, terms, { targets, language: 'es' });
  if (!termed) return undefined;
  const translated = answer(termed.unit.text);
  let position = 0;
  const spans = termed.unit.protectedSpans.map(({ start, end }, span) => {
    const at = translated.indexOf(termed.unit.text.slice(start, end), position);
    position = at + end - start;
    return { start: at, end: position, span };
  });
  const parts = termed.read({ text: translated, spans });
  return {
    asked: termed.unit.text,
    written: joinParts(parts).text,
    honoured: parts.flatMap(({ term }) => term ?? []),
  };
};

describe('the ways of terms through a route', () => {
  it('are a replaced word and a copied word for models, and placeholders through several engines', async () => {
    expect(await waysOf(routeOf(legOf(false)), call)(['hogar'])).toEqual([inPlace, asWord]);
    expect(await waysOf(routeOf(legOf(false), legOf(false)), call)(['hogar'])).toEqual([]);
    expect(await waysOf(routeOf(legOf(true)), call)(['hogar'])).toEqual([]);
  });

  describe('for an engine that is told them', () => {
    const leg = legOf(false);
    const capabilities = { ...leg.engine.capabilities, terms: true };
    const route = routeOf({ ...leg, engine: { ...leg.engine, capabilities } });

    it('are one: the sentence stays as it is', async () => {
      expect(await waysOf(route, call)(['hogar'])).toEqual([asTold]);
      expect(await tryFirst(route, 'the house and a dog', () => 'el hogar y un can')).toEqual({
        asked: 'the house and a dog',
        written: 'el hogar y un can',
        honoured: [0, 1],
      });
    });

    it.each([
      ['has another word', 'la casa y un can', [1]],
      ['has a term twice', 'el hogar, el hogar y un can', []],
      ['has it in capitals', 'El Hogar y un can', [0, 1]],
    ])('are looked for in the translation: one that %s', async (_, answer, honoured) => {
      expect(await tryFirst(route, 'the house and a dog', () => answer)).toMatchObject({
        honoured,
      });
    });
  });

  it('are carriers where a rule-based engine knows any', async () => {
    const known = { hogar: { source: 'museum', target: 'museo' } };
    const route = routeOf(legOf(true, carriers(known)));
    const answer = (text: string) =>
      text.replace('the', 'el').replace('museum', 'museo').replace('and a', 'y un');
    expect(await tryFirst(route, 'the house and a dog', answer)).toEqual({
      asked: 'the <t0>museum</t0> and a <t1>can</t1>',
      written: 'el hogar y un can',
      honoured: [0, 1],
    });
  });

  it('lose a term where something else than the carrier comes back', async () => {
    const known = { hogar: { source: 'museum', target: 'museo' } };
    const route = routeOf(legOf(true, carriers(known)));
    const answer = (text: string) => text.replace('museum', 'gran museo');
    expect(await tryFirst(route, 'the house', answer)).toMatchObject({ honoured: [] });
  });

  it('do without carriers where the engine fails to find them', async () => {
    const failing = legOf(true, async () => {
      throw new Error('out of order');
    });
    expect(await waysOf(routeOf(failing), call)(['hogar'])).toEqual([]);
  });
});
