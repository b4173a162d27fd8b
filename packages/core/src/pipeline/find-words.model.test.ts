import { describe, expect, it } from 'vitest';
import { silentMeter } from '../dependencies.js';
import { createDetector } from '../detection/detector.js';
import type { AlternativesQuestion, Engine } from '../engine.js';
import { createRouter } from '../routing/router.js';
import { createModelWordChoicesFinder } from './find-words.js';

/** An engine that remembers what it was asked and answers with these alternatives. */
const engineOf = (alternatives: readonly string[], asked: AlternativesQuestion[] = []): Engine => ({
  id: 'model',
  capabilities: { maxCharacters: 500, formality: false },
  start: async () => {},
  pairs: () => [
    { source: 'en', target: 'de', modelTypes: ['latency_optimized'] },
    { source: 'nl', target: 'en', modelTypes: ['latency_optimized'] },
  ],
  translateBatch: async ({ units, target }) =>
    units.map(({ text }) => ({
      text: target === 'en' ? 'The house has 12 rooms.' : text,
      spans: [],
    })),
  findAlternatives: async (_, question) => {
    asked.push(question);
    return alternatives.map((text) => ({ text, start: 4, end: 8 }));
  },
  health: () => ({ state: 'ready', notes: [] }),
  stop: async () => {},
});

const detector = await createDetector();
const cache = { get: () => undefined, set: () => {} };

const otherWordsFor = async (engine: Engine, text: string, source = 'en') => {
  const router = createRouter([engine], { maxPivots: 1, scores: new Map() });
  const findModelWordChoices = createModelWordChoicesFinder({
    router,
    detector,
    cache,
    meter: silentMeter,
    installHint: () => '',
  });
  const request = {
    sentence: text,
    source,
    target: { base: 'de', tags: ['de'], label: 'German (DE)' },
    preferredModel: 'latency_optimized' as const,
    translation: 'Das Haus hat 12 Zimmer.',
    word: { start: 4, end: 8 },
  };
  const found = await findModelWordChoices(request, { signal: new AbortController().signal });
  return found.map((alternative) => alternative.text);
};

describe('other words of a model', () => {
  it('are asked for at the word that was clicked', async () => {
    const asked: AlternativesQuestion[] = [];
    const engine = engineOf(['Das Heim hat 12 Zimmer.'], asked);
    expect(await otherWordsFor(engine, 'The house has 12 rooms.')).toEqual([
      'Das Heim hat 12 Zimmer.',
    ]);
    expect(asked).toEqual([
      {
        text: 'The house has 12 rooms.',
        translation: 'Das Haus hat 12 Zimmer.',
        from: 4,
        count: 6,
      },
    ]);
  });

  it('are asked for with the text in the language in between, where the route has one', async () => {
    const asked: AlternativesQuestion[] = [];
    const engine = engineOf(['Das Heim hat 12 Zimmer.'], asked);
    const text = 'Het huis heeft 12 kamers.';
    expect(await otherWordsFor(engine, text, 'nl')).toEqual(['Das Heim hat 12 Zimmer.']);
    expect(asked).toEqual([expect.objectContaining({ text: 'The house has 12 rooms.', from: 4 })]);
  });

  it('are left out where the sentence that has them fails a check', async () => {
    const engine = engineOf(['Das Heim hat 13 Zimmer.', 'Das Heim hat 12 Zimmer.']);
    expect(await otherWordsFor(engine, 'The house has 12 rooms.')).toEqual([
      'Das Heim hat 12 Zimmer.',
    ]);
  });

  it('are left out where they are the text itself', async () => {
    const engine = engineOf(['for', 'Durch']);
    expect(await otherWordsFor(engine, 'For')).toEqual(['Durch']);
  });

  it('are none for a sentence with placeholders, and none of an engine without a model', async () => {
    const engine = engineOf(['Das Heim hat 12 Zimmer.']);
    expect(await otherWordsFor(engine, 'The {house} has 12 rooms.')).toEqual([]);
    const { findAlternatives, ...rules } = engine;
    expect(findAlternatives).toBeDefined();
    expect(await otherWordsFor(rules, 'The house has 12 rooms.')).toEqual([]);
  });
});
