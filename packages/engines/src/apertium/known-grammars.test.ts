import { silentLogger } from '@dragoman/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApertiumEngine, createApertiumEngine } from './engine.js';

describe('the grammar of nouns in the dictionaries of pairs', () => {
  const engine: ApertiumEngine = createApertiumEngine({ log: silentLogger });
  const find = (target: string, ...phrases: string[]) =>
    engine.findNounGrammar?.({ source: 'en', target }, phrases, {
      signal: new AbortController().signal,
    });

  beforeAll(() => engine.start());
  afterAll(() => engine.stop());

  it('is their gender and number; of a phrase, those of its first noun', async () => {
    expect(await find('es', 'gerencia', 'precios', 'portal de clientes')).toEqual([
      { gender: 'f', number: 'sg' },
      { gender: 'm', number: 'pl' },
      { gender: 'm', number: 'sg' },
    ]);
    expect(await find('it', 'libro', 'schede')).toEqual([
      { gender: 'm', number: 'sg' },
      { gender: 'f', number: 'pl' },
    ]);
    expect(await find('fr', 'voiture')).toEqual([{ gender: 'f', number: 'sg' }]);
  });

  it('is that of the base language for a variant', async () => {
    expect(await find('pt-BR', 'casa')).toEqual([{ gender: 'f', number: 'sg' }]);
  });

  it('is unknown for what is no noun', async () => {
    expect(await find('es', 'Xyzzyq', 'rápidamente')).toEqual([undefined, undefined]);
  });

  it('is unknown for languages without a dictionary', async () => {
    expect(await find('de', 'Haus')).toBeUndefined();
  });
});
