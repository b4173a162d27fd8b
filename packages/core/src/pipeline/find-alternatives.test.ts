import { AppError, parseTranslateBody } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { silentMeter } from '../dependencies.js';
import { createDetector } from '../detection/detector.js';
import type { Engine, EnginePair } from '../engine.js';
import { createRouter } from '../routing/router.js';
import { createAlternativesFinder } from './find-alternatives.js';
import { resolveLocally } from './request.js';
import { createTranslator } from './translator.js';

const detector = await createDetector();
const cache = { get: () => undefined, set: () => {} };

/** An engine that writes its name and the target around what it gets. */
const engineOf = (
  id: string,
  pairNames: readonly string[],
  answer = (text: string, target: string) => `${id}-${target}(${text})`,
): Engine => {
  const pairs = pairNames.map((name): EnginePair => {
    const [source = '', target = ''] = name.split('>');
    return { source, target, modelTypes: ['latency_optimized'] };
  });
  return {
    id,
    capabilities: { maxCharacters: 500, formality: false },
    start: async () => {},
    pairs: () => pairs,
    translateBatch: async ({ units, target }) =>
      units.map(({ text }) => ({ text: answer(text, target), spans: [] })),
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  };
};

const alternativesOf = async (
  engines: readonly Engine[],
  text: string | string[],
  count: number,
  { signal = new AbortController().signal, enoughAfterMs = Infinity } = {},
) => {
  const router = createRouter(engines, { maxPivots: 1, scores: new Map() });
  const parts = { router, detector, cache, meter: silentMeter, installHint: () => '' };
  const body = parseTranslateBody({ text, source_lang: 'EN', target_lang: 'ES' }, { maxTexts: 50 });
  const request = resolveLocally(body, {}, parts);
  const translated = await createTranslator(parts).translate(request, new AbortController().signal);
  return createAlternativesFinder(parts)({ request, translated, count, enoughAfterMs }, { signal });
};

describe('other translations', () => {
  const RULES = engineOf('rules', ['en>es', 'en>ca', 'ca>es']);
  const NEURAL = engineOf('neural', ['en>es']);

  it('come from the other engine of the pair, then over another language', async () => {
    expect(await alternativesOf([NEURAL, RULES], 'One house.', 5)).toEqual([
      ['rules-es(One house.)', 'rules-es(rules-ca(One house.))'],
    ]);
  });

  it('are first of all what the model would have written instead, unless a check refuses it', async () => {
    const model: Engine = {
      ...NEURAL,
      findAlternatives: async (_, { translation }) =>
        ['A house, number 10.', 'A house.', 'The house, number 10.'].map((text) => ({
          text: translation.replace('One house, number 10.', text),
          start: 0,
          end: 1,
        })),
    };
    expect(await alternativesOf([model, RULES], 'One house, number 10.', 5)).toEqual([
      [
        'neural-es(A house, number 10.)',
        'neural-es(The house, number 10.)',
        'rules-es(One house, number 10.)',
        'rules-es(rules-ca(One house, number 10.))',
      ],
    ]);
  });

  it('are one for each text, where there is no more time', async () => {
    const found = await alternativesOf([NEURAL, RULES], ['One house.', 'Two houses.'], 5, {
      enoughAfterMs: 0,
    });
    expect(found).toEqual([['rules-es(One house.)'], ['rules-es(Two houses.)']]);
  });

  it('are those of its own text, also where another text has enough of them', async () => {
    const model: Engine = {
      ...NEURAL,
      findAlternatives: async (_, { text }) =>
        (text === 'One house.' ? ['A house.', 'The house.'] : ['The dog.']).map((other) => ({
          text: other,
          start: 0,
          end: 1,
        })),
    };
    const [houses, dogs] = await alternativesOf([model], ['One house.', 'A dog.'], 1);
    expect(houses).toEqual(['A house.']);
    expect(dogs).toEqual(['The dog.']);
    const [first, none] = await alternativesOf([model], ['One house.', '123'], 1);
    expect([first, none]).toEqual([['A house.'], []]);
  });

  it('are at most as many as wanted', async () => {
    expect(await alternativesOf([NEURAL, RULES], ['One house.', 'A dog.'], 1)).toEqual([
      ['rules-es(One house.)'],
      ['rules-es(A dog.)'],
    ]);
    expect(await alternativesOf([NEURAL, RULES], 'One house.', 0)).toEqual([[]]);
  });

  it('come from a later route only where all of the first ones say the same', async () => {
    const pivots = ['ca', 'gl', 'pt', 'fr', 'it'];
    const pairs = pivots.flatMap((pivot) => [`en>${pivot}`, `${pivot}>es`]);
    const rules = (answers: Readonly<Record<string, string>>) =>
      engineOf('rules', ['en>es', ...pairs], (text, target) =>
        target === 'es' ? (answers[text.slice(0, 2)] ?? 'Una casa.') : `${target} ${text}`,
      );
    const alternatives = (answers: Readonly<Record<string, string>>) =>
      alternativesOf([rules(answers)], 'One house.', 5);
    expect(await alternatives({ it: 'Un hogar.' })).toEqual([['Un hogar.']]);
    expect(await alternatives({ ca: 'La casa.', it: 'Un hogar.' })).toEqual([['La casa.']]);
    expect(await alternatives({})).toEqual([[]]);
  });

  it('differ in words from the translation and from each other', async () => {
    const same = engineOf('same', ['en>es'], (text) => `es(${text.toUpperCase()})`);
    const other = engineOf('other', ['en>es'], (text) => `es(${text})`);
    expect(await alternativesOf([same, other], 'One house.', 3)).toEqual([[]]);
  });

  it('come from other words where there is one engine only', async () => {
    expect(await alternativesOf([NEURAL], "I can't see the house.", 3)).toEqual([
      ['neural-es(I cannot see the house.)'],
    ]);
    expect(await alternativesOf([NEURAL], 'When you come home, please open the door.', 3)).toEqual([
      ['neural-es(When you come home,) neural-es(please open the door.)'],
    ]);
  });

  it('are none for texts that have no words or are long', async () => {
    const long = 'One house. '.repeat(300);
    expect(await alternativesOf([NEURAL, RULES], ['123', long], 3)).toEqual([[], []]);
  });

  it('do without an engine that fails', async () => {
    const failing: Engine = {
      ...engineOf('failing', ['en>es']),
      translateBatch: async () => {
        throw new AppError('engine_failed');
      },
    };
    expect(await alternativesOf([NEURAL, failing, RULES], 'One house.', 1)).toEqual([
      ['rules-es(One house.)'],
    ]);
  });

  it('are those that were found when nobody waits any more', async () => {
    expect(
      await alternativesOf([NEURAL, RULES], 'One house.', 3, { signal: AbortSignal.abort() }),
    ).toEqual([[]]);
  });
});
