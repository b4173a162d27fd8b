import { silentLogger } from '@dragoman/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApertiumEngine, createApertiumEngine } from '../engine.js';

describe('the carriers of terms', () => {
  const engine: ApertiumEngine = createApertiumEngine({ log: silentLogger });
  const find = (source: string, target: string, ...targets: string[]) =>
    engine.findCarriers?.({ source, target }, targets, { signal: new AbortController().signal });

  beforeAll(() => engine.start());
  afterAll(() => engine.stop());

  it('have the gender and the number of the terms', async () => {
    expect(await find('en', 'es', 'gerencia', 'precios', 'portal de clientes')).toEqual([
      { source: 'library', target: 'biblioteca' },
      { source: 'museums', target: 'museos' },
      { source: 'museum', target: 'museo' },
    ]);
  });

  it('begin with a vowel where the term does, as articles depend on it', async () => {
    expect(await find('en', 'es', 'empresa')).toEqual([{ source: 'island', target: 'isla' }]);
  });

  it('are unknown for what is no noun, and for languages without a list', async () => {
    expect(await find('en', 'es', 'Xyzzyq', 'rápidamente')).toEqual([undefined, undefined]);
    expect(await find('da', 'sv', 'hus')).toEqual([undefined]);
  });
});
