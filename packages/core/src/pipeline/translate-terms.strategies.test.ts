import { AppError } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { joinParts, unchanged } from '../protection/placed-spans.js';
import type { Leg, Route } from '../routing/route.js';
import type { Carrier, CarrierFinder } from '../terms/carriers.js';
import { findUnitTerms } from '../terms/rewrite-unit.js';
import { asHint, asWord, inPlace } from '../terms/strategies.js';
import { createTermMatcher } from '../terms/term-matcher.js';
import { strategiesFor } from './translate-terms.js';

const call = { signal: new AbortController().signal };

const legOf = (isRuleBased: boolean): Leg => ({
  engine: {
    id: 'test',
    capabilities: { maxCharacters: 100, formality: false, isRuleBased },
    start: async () => {},
    pairs: () => [],
    translateBatch: async ({ units }) => units.map(unchanged),
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  },
  source: 'en',
  target: 'es',
  modelType: 'latency_optimized',
  revision: undefined,
  origin: undefined,
  chrf: undefined,
  choosesFormality: false,
});

const routeOf = (...legs: readonly Leg[]): Route => ({
  id: 'test',
  legs,
  modelType: 'latency_optimized',
});

const knowing = (known: Readonly<Record<string, readonly Carrier[]>>): CarrierFinder => ({
  find: async () => new Map(Object.entries(known)),
});

const roundsOf = async (route: Route, target: string, carriers?: CarrierFinder) =>
  (await strategiesFor(route, { carriers, translate: async () => [] }, call)([target]))([target]);

/** What the first way makes of a sentence for the engine, and of an answer of the engine's. */
const tryFirst = async (
  route: Route,
  text: string,
  answer: (text: string) => string,
  carriers?: CarrierFinder,
) => {
  const pairs = [
    { source: 'house', target: 'hogar' },
    { source: 'dog', target: 'can' },
  ];
  const matcher = createTermMatcher([pairs], { source: 'en', target: 'es' });
  const unit = { text, protectedSpans: [] };
  const terms = findUnitTerms(unit, matcher);
  const targets = terms.map(matcher.write);
  const rounds = await strategiesFor(route, { carriers, translate: async () => [] }, call)(targets);
  const [[way] = []] = rounds(targets);
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
  it('are a replaced word and a copied word for models, and placeholders otherwise', async () => {
    expect(await roundsOf(routeOf(legOf(false)), 'hogar')).toEqual([[inPlace, asWord]]);
    expect(await roundsOf(routeOf(legOf(false), legOf(false)), 'hogar')).toEqual([]);
    expect(await roundsOf(routeOf(legOf(true)), 'hogar')).toEqual([]);
  });

  describe('for an engine that is told them', () => {
    const leg = legOf(false);
    const capabilities = { ...leg.engine.capabilities, terms: true };
    const route = routeOf({ ...leg, engine: { ...leg.engine, capabilities } });

    it('are one: the sentence stays as it is', async () => {
      expect(await roundsOf(route, 'hogar')).toEqual([[asHint]]);
      const longer = { ...route, legs: [...route.legs, leg] };
      expect(await roundsOf(longer, 'hogar')).toEqual([]);
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

  describe('with carriers', () => {
    const museum = { source: 'museum', target: 'museo', endings: new Map([['museos', 'es']]) };
    const carriers = knowing({ hogar: [museum], Hogar: [museum] });

    it('are these first, whatever the engines are', async () => {
      expect(await roundsOf(routeOf(legOf(false)), 'hogar', carriers)).toEqual([
        [expect.any(Function)],
        [inPlace, asWord],
      ]);
      expect(await roundsOf(routeOf(legOf(true), legOf(false)), 'hogar', carriers)).toHaveLength(1);
      expect(await roundsOf(routeOf(legOf(false)), 'can', carriers)).toEqual([[inPlace, asWord]]);
    });

    it('replace what comes back for the carrier; other terms stand beside it as words', async () => {
      const route = routeOf(legOf(true));
      const answer = (text: string) =>
        text.replace('the', 'el').replace('museum', 'museo').replace('and a', 'y un');
      expect(await tryFirst(route, 'the house and a dog', answer, carriers)).toEqual({
        asked: 'the <t0>museum</t0> and a <t1>can</t1>',
        written: 'el hogar y un can',
        honoured: [0, 1],
      });
    });

    it('are different words, and none that the sentence has', async () => {
      const words = ['museum', 'animal', 'garden', 'tree'].map((source) => ({
        source,
        target: '',
        endings: new Map<string, string>(),
      }));
      const finder = knowing({ hogar: words, can: words });
      const answer = (text: string) => text;
      const text = 'a house, a dog and an Animal: the house';
      expect(await tryFirst(routeOf(legOf(true)), text, answer, finder)).toMatchObject({
        asked: 'a <t0>museum</t0>, a <t1>garden</t1> and an Animal: the <t2>tree</t2>',
      });
    });

    it('begin with a capital where the sentence does', async () => {
      const route = routeOf(legOf(true));
      const answer = (text: string) =>
        text.replace('Museum', 'Museo').replace('is big', 'es grande');
      expect(await tryFirst(route, 'House is big', answer, carriers)).toMatchObject({
        asked: '<t0>Museum</t0> is big',
        honoured: [0],
      });
    });

    it('are in capitals where the term is', async () => {
      const finder = knowing({ HOGAR: [museum] });
      const answer = (text: string) => text;
      expect(await tryFirst(routeOf(legOf(true)), 'HOUSE FOR SALE', answer, finder)).toMatchObject({
        asked: '<t0>MUSEUM</t0> FOR SALE',
      });
    });

    it('give the term the ending that they come back with', async () => {
      const route = routeOf(legOf(true));
      const answer = (text: string) => text.replace('museum', 'Museos');
      expect(await tryFirst(route, 'the house', answer, carriers)).toMatchObject({
        written: 'the hogares',
        honoured: [0],
      });
    });

    it('lose a term where something else than the carrier comes back', async () => {
      const route = routeOf(legOf(true));
      const answer = (text: string) => text.replace('museum', 'gran museo');
      expect(await tryFirst(route, 'the house', answer, carriers)).toMatchObject({ honoured: [] });
    });

    it('do without where they cannot be found', async () => {
      const failing = { find: () => Promise.reject(new AppError('engine_failed')) };
      expect(await roundsOf(routeOf(legOf(true)), 'hogar', failing)).toEqual([]);
    });
  });
});
