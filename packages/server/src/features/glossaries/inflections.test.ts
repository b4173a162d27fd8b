import { type Engine, type EnginePair, silentLogger } from '@dragoman/core';
import { createApertiumEngine } from '@dragoman/engines/apertium';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInflections } from './inflections.js';

describe("the forms of a glossary's terms", () => {
  const engine = createApertiumEngine({ log: silentLogger });
  // Reading dictionaries takes long where many tests run at the same time.
  const inflections = createInflections([engine], silentLogger, { timeLimitMs: 60_000 });
  beforeAll(() => engine.start());
  afterAll(() => engine.stop());

  const find = async (source: string, target: string, entries: Record<string, string>) => {
    const terms = Object.entries(entries).map(([from, to]) => ({ source: from, target: to }));
    const found = await inflections.find(terms, { source, target });
    return Object.fromEntries(found.map((term) => [term.source, term.target]));
  };

  it('are found for sources and targets in languages that have a dictionary', async () => {
    const entries = { house: 'hogar', 'customer portal': 'portal de clientes', run: 'ejecutar' };
    expect(await find('en', 'es', entries)).toEqual({
      houses: 'hogares',
      'customer portals': 'portales de clientes',
    });
  });

  it('are the gender and number of adjectives, and the definite forms of Scandinavian nouns', async () => {
    expect(await find('es', 'fr', { lento: 'lent', bonito: 'joli' })).toMatchObject({
      lenta: 'lente',
      lentos: 'lents',
      lentas: 'lentes',
      bonitas: 'jolies',
    });
    expect(await find('es', 'en', { lento: 'slow' })).toEqual({
      lenta: 'slow',
      lentos: 'slow',
      lentas: 'slow',
    });
    expect(await find('sv', 'da', { hus: 'hus' })).toMatchObject({ huset: 'huset' });
    // The article would be lost: "the house".
    expect(await find('sv', 'en', { hus: 'house' })).not.toHaveProperty('huset');
  });

  it('have the target as it is in a language without a dictionary', async () => {
    expect(await find('en', 'de', { house: 'Gebäude', quickly: 'schnell' })).toEqual({
      houses: 'Gebäude',
    });
    expect(await find('de', 'en', { Haus: 'house' })).toEqual({});
    expect(await find('en', 'es', {})).toEqual({});
  });
});

describe('the revision of forms', () => {
  const engineWith = (engine: Partial<Engine>) => ({ pairs: () => [], ...engine });

  it('is the same until other languages are installed', () => {
    let pairs: readonly EnginePair[] = [];
    const engine = engineWith({ pairs: () => pairs, findForms: async () => undefined });
    const { revision } = createInflections([engine], silentLogger);
    const before = revision();
    expect(revision()).toBe(before);
    pairs = [{ source: 'en', target: 'es', modelTypes: ['latency_optimized'] }];
    expect(revision()).not.toBe(before);
  });

  it('changes when they could not be found', async () => {
    const pairs: readonly EnginePair[] = [];
    const findForms = () => Promise.reject(new Error('no program'));
    const inflections = createInflections(
      [engineWith({ pairs: () => pairs, findForms })],
      silentLogger,
    );
    const before = inflections.revision();
    const term = { source: 'house', target: 'hogar' };
    expect(await inflections.find([term], { source: 'en', target: 'es' })).toEqual([]);
    expect(inflections.revision()).not.toBe(before);
  });
});
