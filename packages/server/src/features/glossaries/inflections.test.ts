import type { LanguagePair } from '@dragoman/contract';
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
    const pair = { source: 'en', target: 'es' };
    const before = revision(pair);
    expect(revision(pair)).toBe(before);
    pairs = [{ source: 'en', target: 'es', modelTypes: ['latency_optimized'] }];
    expect(revision(pair)).not.toBe(before);
  });

  it('changes for a pair when its dictionary failed, and a minute later when it keeps failing', async () => {
    const pairs: readonly EnginePair[] = [];
    let [asked, nowMs] = [0, 0];
    const findForms = () => {
      asked += 1;
      return Promise.reject(new Error('no program'));
    };
    const inflections = createInflections(
      [engineWith({ pairs: () => pairs, findForms })],
      silentLogger,
      { now: () => nowMs },
    );
    const [spanish, french] = ['es', 'fr'].map((target) => ({ source: 'en', target })) as [
      LanguagePair,
      LanguagePair,
    ];
    const term = { source: 'house', target: 'hogar' };
    const first = inflections.revision(french);
    // A long glossary asks several times at once.
    const found = await Promise.all([1, 2, 3, 4].map(() => inflections.find([term], spanish)));
    expect(found.flat()).toEqual([]);
    expect(asked).toBe(4);
    expect(inflections.revision(spanish)).not.toBe(first);
    await inflections.find([term], spanish);
    const broken = inflections.revision(spanish);
    for (let uses = 0; uses < 3; uses++) await inflections.find([term], spanish);
    expect(inflections.revision(spanish)).toBe(broken);
    expect(asked).toBe(6);
    nowMs = 60_000;
    expect(inflections.revision(spanish)).not.toBe(broken);
    await inflections.find([term], spanish);
    expect(asked).toBe(7);
    expect(inflections.revision(french)).toBe(first);
  });
});
