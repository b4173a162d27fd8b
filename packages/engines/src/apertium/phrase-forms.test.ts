import { silentLogger } from '@dragoman/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApertiumEngine, createApertiumEngine } from './engine.js';
import { inflectionsOf } from './phrase-forms.js';

describe('the forms of a phrase', () => {
  const engine: ApertiumEngine = createApertiumEngine({ log: silentLogger });
  const find = (language: string, ...phrases: string[]) =>
    engine.findForms?.(language, phrases, { signal: new AbortController().signal });

  const plurals = async (language: string, ...phrases: string[]) =>
    (await find(language, ...phrases))?.map(({ inflections }) => inflections?.get('pl'));

  beforeAll(() => engine.start());
  afterAll(() => engine.stop());

  it.each([
    ['en', 'house', 'houses'],
    ['en', 'child', 'children'],
    ['en', 'mouse', 'mice'],
    ['en', 'Portal', 'Portals'],
    ['en', 'customer portal', 'customer portals'],
    ['en', 'SaaS platform', 'SaaS platforms'],
    ['en', 'point of view', 'points of view'],
    ['en', 'credit  card', 'credit  cards'],
    ['es', 'hogar', 'hogares'],
    ['es', 'voz', 'voces'],
    ['es', 'casa blanca', 'casas blancas'],
    ['es', 'portal de clientes', 'portales de clientes'],
    ['es', 'casa de campo', 'casas de campo'],
    ['fr', 'cheval', 'chevaux'],
    ['it', 'casa bianca', 'case bianche'],
    ['sv', 'konto', 'konton'],
  ])('%s: %s has the plural %s', async (language, singular, plural) => {
    expect(await find(language, singular)).toMatchObject([{ kind: 'noun' }]);
    expect(await plurals(language, singular)).toEqual([plural]);
  });

  it.each([
    ['es', 'rápido', { f: 'rápida', pl: 'rápidos', 'pl f': 'rápidas' }],
    ['sv', 'bil', { def: 'bilen', pl: 'bilar', 'pl def': 'bilarna', 'def gen': 'bilens' }],
    ['eo', 'domo', { pl: 'domoj', acc: 'domon', 'pl acc': 'domojn' }],
  ])('%s: %s has other forms, too', async (language, word, forms) => {
    const [found] = (await find(language, word)) ?? [];
    expect(Object.fromEntries(found?.inflections ?? [])).toMatchObject(forms);
  });

  it('have no plural where they are one, have none of their own, or may be an adjective', async () => {
    expect(await find('en', 'houses', 'sheep')).toEqual([{ kind: 'noun' }, { kind: 'noun' }]);
    expect(await find('en', 'good')).toEqual([{ kind: 'noun' }]);
    expect(await find('es', 'crisis', 'gastos')).toEqual([{ kind: 'noun' }, { kind: 'noun' }]);
  });

  it('are those of a noun only', async () => {
    expect(await find('es', 'ejecutar', 'rápidamente', 'Xyzzyq', '¿qué? <b>^x$')).toEqual([
      { kind: 'other' },
      { kind: 'other' },
      { kind: 'unknown' },
      { kind: 'unknown' },
    ]);
  });

  it('are unknown as a whole for a language without a dictionary', async () => {
    expect(await find('de', 'Haus')).toBeUndefined();
  });

  it('are found for many phrases together, each in its place', async () => {
    const phrases = Array.from({ length: 1000 }, (_, at) => (at % 3 === 0 ? 'house' : `word${at}`));
    const forms = await find('en', ...phrases);
    expect(forms?.map(({ inflections }) => inflections?.get('pl'))).toEqual(
      phrases.map((phrase) => (phrase === 'house' ? 'houses' : undefined)),
    );
  });
});

describe('the inflections of a reading', () => {
  const of = (reading: string) =>
    Object.fromEntries(inflectionsOf(reading).map(({ name, inflect }) => [name, inflect(reading)]));

  it('are the plural of most nouns', () => {
    expect(of('house<n><sg>')).toEqual({ pl: 'house<n><pl>' });
  });

  it('combine number, definiteness and case', () => {
    expect(of('hus<n><nt><sg><ind>')).toEqual({
      pl: 'hus<n><nt><pl><ind>',
      def: 'hus<n><nt><sg><def>',
      gen: 'hus<n><nt><sg><ind><gen>',
      'pl def': 'hus<n><nt><pl><def>',
      'pl gen': 'hus<n><nt><pl><ind><gen>',
      'def gen': 'hus<n><nt><sg><def><gen>',
      'pl def gen': 'hus<n><nt><pl><def><gen>',
    });
    expect(Object.keys(of('domo<n><sg><nom>'))).toContain('pl acc');
  });

  it('combine number and gender of adjectives', () => {
    expect(of('rojo<adj><m><sg>')).toEqual({
      pl: 'rojo<adj><m><pl>',
      f: 'rojo<adj><f><sg>',
      'pl f': 'rojo<adj><f><pl>',
    });
    expect(of('verde<adj><mf><sg>')).toEqual({ pl: 'verde<adj><mf><pl>' });
  });

  it('are none of what does not change', () => {
    expect(of('de<pr>')).toEqual({});
  });
});
