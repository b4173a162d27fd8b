import { silentLogger } from '@dragoman/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analysisMode, generationMode, grammarOf } from './dictionaries.js';
import { type ApertiumEngine, createApertiumEngine } from './engine.js';

describe('the analysis of a mode', () => {
  const mode = { name: 'eng-spa', sources: ['en'], targets: ['es'], script: '', dataBytes: 1 };

  it('is its first program, with the letters of the text', () => {
    const pipeline = "lt-proc -w 'a.automorf.bin' | apertium-tagger -g $2 'a.prob'";
    expect(analysisMode({ ...mode, pipeline })?.script).toBe("lt-proc -z 'a.automorf.bin'");
  });

  it('is unknown where another program analyses', () => {
    expect(analysisMode({ ...mode, pipeline: "hfst-proc 'a.hfst' | cat" })).toBeUndefined();
  });
});

describe('the generation of a mode', () => {
  const mode = { name: 'eng-spa', sources: ['en'], targets: ['es'], script: '', dataBytes: 1 };

  it('is the program that the mode gives its option for unknown words', () => {
    const pipeline = "lt-proc 'a' | lt-proc -b 'b' | lt-proc $1 'c' | lt-proc -p 'd'";
    expect(generationMode({ ...mode, pipeline })?.script).toBe("lt-proc -z -g 'c'");
  });

  it('is unknown where another program generates', () => {
    const pipeline = "lt-proc 'a' | hfst-proc $1 'c'";
    expect(generationMode({ ...mode, pipeline })).toBeUndefined();
  });
});

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

describe('the grammar of a phrase', () => {
  it.each([
    ['^hogar/hogar<n><m><sg>$', { gender: 'm', number: 'sg' }],
    ['^la/el<det><def><f><sg>/la<n><m><sg>$ ^casa/casa<n><f><sg>$', { gender: 'f', number: 'sg' }],
    ['^docente/docente<adj><mf><sg>/docente<n><mf><sg>$', { gender: 'm', number: 'sg' }],
    ['^firma/firma<n><f><sg>/firmar<vblex><pri><p3><sg>$', { gender: 'f', number: 'sg' }],
    ['^crisis/crisis<n><f><sp>$', { gender: 'f', number: 'sg' }],
    ['^opciones/opción<n><f><pl>$ ^de/de<pr>$', { gender: 'f', number: 'pl' }],
    ['^Betrieb/*Betrieb$', undefined],
    ['', undefined],
  ])('%s', (analysis, grammar) => {
    expect(grammarOf(analysis)).toEqual(grammar);
  });
});
