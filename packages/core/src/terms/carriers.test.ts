import { describe, expect, it } from 'vitest';
import type { NounDictionary, NounGrammar } from '../engine.js';
import type { Route } from '../routing/route.js';
import { createCarrierFinder } from './carriers.js';

const call = { signal: new AbortController().signal };

/** A route from one language to another; nothing of its engine is asked. */
const routeOf = (source: string, target: string, revision = '1'): Route => ({
  id: `test:${source}>${target}`,
  legs: [{ source, target, revision } as Route['legs'][number]],
  modelType: 'latency_optimized',
});

const NOUNS: Readonly<Record<string, NounGrammar>> = {
  museo: { gender: 'm', number: 'sg' },
  museos: { gender: 'm', number: 'pl' },
  biblioteca: { gender: 'f', number: 'sg' },
  isla: { gender: 'f', number: 'sg' },
  jardín: { gender: 'm', number: 'sg' },
  hogar: { gender: 'm', number: 'sg' },
  precios: { gender: 'm', number: 'pl' },
  empresa: { gender: 'f', number: 'sg' },
  gerencia: { gender: 'f', number: 'sg' },
};

const spanish: NounDictionary = {
  findNounGrammar: async ({ target }, phrases) =>
    target === 'es' ? phrases.map((phrase) => NOUNS[phrase]) : undefined,
};

const WORDS: Readonly<Record<string, string>> = {
  museum: 'museo',
  museums: 'museos',
  library: 'biblioteca',
  island: 'isla',
  garden: 'jardín',
};

/** Translates words, and counts how often it is asked. */
const createTranslate = () => {
  const counted = { calls: 0 };
  const translate = async (words: readonly string[]) => {
    counted.calls += 1;
    return words.map((word) => WORDS[word] ?? word);
  };
  return { counted, translate };
};

describe('the carriers of terms', () => {
  it('have the gender and number of the terms', async () => {
    const { translate } = createTranslate();
    const finder = createCarrierFinder([spanish]);
    const found = await finder.find(routeOf('en', 'es'), ['hogar', 'precios'], translate, call);
    expect(Object.fromEntries(found)).toEqual({
      hogar: [
        { source: 'garden', target: 'jardín', endings: new Map() },
        { source: 'museum', target: 'museo', endings: new Map() },
      ],
      precios: [{ source: 'museums', target: 'museos', endings: new Map() }],
    });
  });

  it('begin with a vowel where the term does, as articles depend on it', async () => {
    const { translate } = createTranslate();
    const finder = createCarrierFinder([spanish]);
    const terms = ['empresa', 'gerencia'];
    const found = await finder.find(routeOf('en', 'es'), terms, translate, call);
    const sourcesOf = (term: string) => found.get(term)?.map(({ source }) => source);
    expect(sourcesOf('empresa')).toEqual(['island', 'library']);
    expect(sourcesOf('gerencia')).toEqual(['library', 'island']);
  });

  it('know what to add to the term where they come back in another case', async () => {
    const cases = (...forms: readonly string[]) => new Map(forms.map((form) => [form, 'genitive']));
    const nouns: Readonly<Record<string, NounGrammar>> = {
      Garten: { gender: 'm', number: 'sg', cases: cases('Gartens') },
      Baum: { gender: 'm', number: 'sg', cases: cases('Baums', 'Baumes') },
      Dienst: { gender: 'm', number: 'sg', cases: cases('Dienstes', 'Diensts') },
      Student: { gender: 'm', number: 'sg', declension: 'weak' },
    };
    const german: NounDictionary = {
      findNounGrammar: async (_, phrases) => phrases.map((phrase) => nouns[phrase]),
    };
    const words: Readonly<Record<string, string>> = {
      garden: 'Garten',
      tree: 'Baum',
      student: 'Student',
    };
    const translate = async (asked: readonly string[]) => asked.map((word) => words[word] ?? word);
    const finder = createCarrierFinder([german]);
    const found = await finder.find(routeOf('en', 'de'), ['Dienst'], translate, call);
    expect(found.get('Dienst')?.map(({ target, endings }) => [target, ...endings])).toEqual([
      ['Baum', ['baums', 'es'], ['baumes', 'es']],
      ['Garten', ['gartens', 'es']],
    ]);
  });

  it('come from the first dictionary of the language', async () => {
    const german: NounDictionary = { findNounGrammar: async () => undefined };
    const { translate } = createTranslate();
    const finder = createCarrierFinder([german, spanish]);
    expect((await finder.find(routeOf('en', 'es'), ['hogar'], translate, call)).size).toBe(1);
  });

  it('are unknown for other words, other languages and without a dictionary', async () => {
    const { counted, translate } = createTranslate();
    const sizeOf = async (route: Route, dictionaries = [spanish], term = 'hogar') =>
      (await createCarrierFinder(dictionaries).find(route, [term], translate, call)).size;
    expect(await sizeOf(routeOf('en', 'es'), [spanish], 'rápido')).toBe(0);
    expect(await sizeOf(routeOf('ja', 'es'))).toBe(0);
    expect(await sizeOf(routeOf('en', 'fi'))).toBe(0);
    expect(await sizeOf(routeOf('en', 'es'), [])).toBe(0);
    expect(counted.calls).toBe(0);
  });

  it('are learned once for a route, also by callers at the same time', async () => {
    const { counted, translate } = createTranslate();
    const finder = createCarrierFinder([spanish]);
    const find = (revision: string) =>
      finder.find(routeOf('en', 'es', revision), ['hogar'], translate, call);
    await Promise.all([find('1'), find('1')]);
    await find('1');
    expect(counted.calls).toBe(1);
    await find('2');
    expect(counted.calls).toBe(2);
  });

  it('are learned again by whoever waited for a caller that failed', async () => {
    const { translate } = createTranslate();
    const finder = createCarrierFinder([spanish]);
    const route = routeOf('en', 'es');
    const failing = finder.find(route, ['hogar'], () => Promise.reject(new Error('gone')), call);
    const waiting = finder.find(route, ['hogar'], translate, call);
    await expect(failing).rejects.toThrow('gone');
    expect((await waiting).size).toBe(1);
  });
});
