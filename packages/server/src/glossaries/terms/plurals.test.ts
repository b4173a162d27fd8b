import { type Engine, type EnginePair, silentLogger } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlurals } from './plurals.js';

describe('the plurals of a glossary', () => {
  const engine = createApertiumEngine({ log: silentLogger });
  const plurals = createPlurals([engine], silentLogger);
  beforeAll(() => engine.start());
  afterAll(() => engine.stop());

  const find = async (source: string, target: string, entries: Record<string, string>) => {
    const terms = Object.entries(entries).map(([from, to]) => ({ source: from, target: to }));
    const found = await plurals.find(terms, { source, target });
    return Object.fromEntries(found.map((term) => [term.source, term.target]));
  };

  it('are found for sources and targets in languages that have a dictionary', async () => {
    const entries = { house: 'hogar', 'customer portal': 'portal de clientes', run: 'ejecutar' };
    expect(await find('en', 'es', entries)).toEqual({
      houses: 'hogares',
      'customer portals': 'portales de clientes',
    });
  });

  it('have the target as it is in a language without a dictionary', async () => {
    expect(await find('en', 'de', { house: 'Gebäude', quickly: 'schnell' })).toEqual({
      houses: 'Gebäude',
    });
    expect(await find('de', 'en', { Haus: 'house' })).toEqual({});
    expect(await find('en', 'es', {})).toEqual({});
  });
});

describe('the revision of plurals', () => {
  const engineWith = (engine: Partial<Engine>) => ({ pairs: () => [], ...engine });

  it('is the same until other languages are installed', () => {
    let pairs: readonly EnginePair[] = [];
    const engine = engineWith({ pairs: () => pairs, findForms: async () => undefined });
    const { revision } = createPlurals([engine], silentLogger);
    const before = revision();
    expect(revision()).toBe(before);
    pairs = [{ source: 'en', target: 'es', modelTypes: ['latency_optimized'] }];
    expect(revision()).not.toBe(before);
  });

  it('changes when they could not be found', async () => {
    const pairs: readonly EnginePair[] = [];
    const findForms = () => Promise.reject(new Error('no program'));
    const plurals = createPlurals([engineWith({ pairs: () => pairs, findForms })], silentLogger);
    const before = plurals.revision();
    const term = { source: 'house', target: 'hogar' };
    expect(await plurals.find([term], { source: 'en', target: 'es' })).toEqual([]);
    expect(plurals.revision()).not.toBe(before);
  });
});
