import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.js';
import { createRouter } from './router.js';
import {
  languageCatalogue,
  servedSources,
  servedTargets,
  servedTargetsFrom,
} from './served-languages.js';

const engine = (id: string, isRuleBased: boolean, ...names: readonly string[]): Engine => {
  const pairs = names.map((name) => {
    const [source = '', target = ''] = name.split('>');
    return { source, target, modelTypes: ['latency_optimized'] as const };
  });
  return {
    id,
    capabilities: { maxCharacters: 60, formality: false, isRuleBased },
    start: async () => {},
    pairs: () => pairs,
    translateBatch: async ({ units }) => units.map(({ text }) => ({ text, spans: [] })),
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  };
};

const router = createRouter(
  [engine('rules', true, 'en>es', 'es>ca', 'fr>es'), engine('neural', false, 'fr>es', 'en>fr')],
  { maxPivots: 1, scores: new Map([['rules:en>es', 43.6]]) },
);
const codesOf = (languages: readonly { code: string; isRuleBased: boolean }[]) =>
  languages.filter(({ isRuleBased }) => isRuleBased).map(({ code }) => code);

describe('rule-based languages', () => {
  it('are those that no model serves', () => {
    expect(codesOf(servedSources(router))).toEqual(['ES']);
    expect(codesOf(servedTargets(router))).toEqual(['CA']);
  });

  it('from one source, are those whose route uses rules, with what was measured', () => {
    const targets = servedTargetsFrom(router, 'en');
    expect(codesOf(targets)).toEqual(['CA', 'ES', 'ES-419']);
    expect(targets.find(({ code }) => code === 'ES')?.chrf).toBe(43.6);
    expect(targets.find(({ code }) => code === 'FR')).toMatchObject({ isRuleBased: false });
  });
});

describe('variants', () => {
  it('are rule-based where the rules of their base do not serve them', () => {
    const chinese = createRouter(
      [engine('rules', true, 'en>zh-Hant'), engine('neural', false, 'en>zh')],
      { maxPivots: 1, scores: new Map() },
    );
    expect(codesOf(servedTargets(chinese))).toEqual(['ZH-HANT']);
  });
});

describe('forms of address', () => {
  it('can be asked for where an engine offers them for the language or the variant', () => {
    const formal: Engine = {
      ...engine('marked', false),
      pairs: () =>
        ['es', 'pt-BR', 'pt-PT'].map((target) => ({
          source: 'en',
          target,
          modelTypes: ['latency_optimized'],
          choosesFormality: target !== 'pt-PT',
        })),
    };
    const marked = createRouter([formal], { maxPivots: 1, scores: new Map() });
    const listed = servedTargets(marked).map((one) => [one.code, one.supportsFormality]);
    expect(Object.fromEntries(listed)).toMatchObject({
      ES: true,
      'ES-419': true,
      'PT-BR': true,
      'PT-PT': false,
    });
    const tags = languageCatalogue(marked).filter((one) => one.supportsFormality);
    expect(tags.map(({ tag }) => tag)).toEqual(['es', 'es-419', 'pt-BR']);
  });
});
