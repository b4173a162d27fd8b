import { AppError } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { silentMeter } from '../dependencies.js';
import { createDetector } from '../detection/detector.js';
import type { Engine, EngineCapabilities, TranslationUnit } from '../engine.js';
import { createRouter } from '../routing/router.js';
import type { RepairBudget } from './call-engine.js';
import { createRepairBudget } from './repair-unit.js';
import { translateUnits } from './sentence-job.js';
import { translateOverRoute } from './translate-units.js';

const detector = await createDetector();

/** An engine that writes what it is told to; protected spans come back where they stand. */
const engineOf = (
  id: string,
  pairs: readonly string[],
  translate: (text: string) => string,
  capabilities: Partial<EngineCapabilities> = {},
): Engine => {
  const rows = pairs.map((pair) => {
    const [source = '', target = ''] = pair.split('>');
    return { source, target, modelTypes: ['quality_optimized' as const] };
  });
  const answer = ({ text, protectedSpans }: TranslationUnit) => {
    let written = '';
    const spans = [];
    let position = 0;
    for (const [span, { start, end }] of protectedSpans.entries()) {
      written += translate(text.slice(position, start));
      spans.push({ start: written.length, end: written.length + end - start, span });
      written += text.slice(start, end);
      position = end;
    }
    return { text: written + translate(text.slice(position)), spans };
  };
  return {
    id,
    capabilities: { maxCharacters: 1000, formality: false, ...capabilities },
    start: async () => {},
    pairs: () => rows,
    translateBatch: async ({ units }) => units.map(answer),
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  };
};

/** Translations over the best route, and what of them is kept. */
const translateOver = async (
  engines: readonly Engine[],
  texts: readonly string[],
  [source, target]: readonly [string, string] = ['en', 'de'],
  repairs?: RepairBudget,
) => {
  const router = createRouter(engines, { maxPivots: 1, scores: new Map() });
  const route = router.route(source, [target], 'quality_optimized');
  if (!route) throw new Error('there is no route');
  const cached: string[] = [];
  const cache = {
    get: () => undefined,
    set: (_: string, value: string) => void cached.push(value),
  };
  const translated = await translateUnits(
    texts.map((text) => ({ text, protectedSpans: [] })),
    (jobs) =>
      translateOverRoute(
        jobs,
        route,
        { router, detector, cache, meter: silentMeter },
        { signal: new AbortController().signal, repairs },
      ),
  );
  return { texts: translated.map(({ text }) => text), cached };
};

describe('a translation with other numbers', () => {
  const stutter = (text: string) => `de(${text.replaceAll(/(\d)\1/g, '$1$1$1')})`;

  it('is made again with its numbers held fast', async () => {
    const { texts } = await translateOver(
      [engineOf('stuttering', ['en>de'], stutter)],
      ['He was born in 1966.', 'Order 4556 cost £5550.'],
    );
    expect(texts).toEqual(['de(He was born in )1966de(.)', expect.stringMatching(/4556.*£.*5550/)]);
    expect(texts.join()).not.toMatch(/\d{5}/);
  });

  it('gives way to the source, which is not kept, where no translation has them', async () => {
    const inventing = engineOf('inventing', ['en>de'], () => 'Es sind 47.');
    const { texts, cached } = await translateOver([inventing], ['The house is old.']);
    expect(texts).toEqual(['The house is old.']);
    expect(cached).toEqual([]);
  });
});

describe('the repairs of a request', () => {
  const sentence = (index: number) =>
    `The owner of house ${index + 100} was asked whether the roof, the kitchen and the garden were old.`;
  const sentences = Array.from({ length: 100 }, (_, index) => sentence(index));
  const lost = 'Der Eigentümer wurde gefragt, ob Dach, Küche und Garten alt seien.';
  const paid = 20_000;

  /** The text that an engine gets again, where each translation lacks a number. */
  const charactersOfRepairs = async (doesFail: boolean): Promise<number> => {
    let asked = 0;
    let characters = 0;
    const engine: Engine = {
      ...engineOf('losing', ['en>de'], () => lost),
      async translateBatch({ units }) {
        asked += units.length;
        if (asked > sentences.length) {
          characters += units.reduce((sum, { text }) => sum + text.length, 0);
          if (doesFail) throw new AppError('engine_failed');
        }
        return units.map(() => ({ text: lost, spans: [] }));
      },
    };
    await translateOver([engine], sentences, ['en', 'de'], createRepairBudget(0));
    return characters;
  };

  it('get no more text than is paid for, although the sentences are repaired together', async () => {
    const characters = await charactersOfRepairs(false);
    expect(characters).toBeGreaterThan(paid / 2);
    expect(characters).toBeLessThanOrEqual(paid);
  });

  it('pay for attempts that fail, too', async () => {
    const characters = await charactersOfRepairs(true);
    expect(characters).toBeGreaterThan(paid / 2);
    expect(characters).toBeLessThanOrEqual(paid);
  });
});

it('a translation with a time of the wrong half of the day is made again in 24 hours', async () => {
  const halfLost = engineOf('small', ['en>de'], (text) =>
    text.replace('We meet at', 'Wir treffen uns um').replace(' pm', ' Uhr'),
  );
  const other = engineOf('other', ['en>de'], () => 'Treffen um 15 Uhr.');
  const { texts } = await translateOver([halfLost, other], ['We meet at 3 pm.']);
  expect(texts).toEqual(['Wir treffen uns um 15:00.']);
});

describe('a last leg that comes to nothing', () => {
  const spanish = engineOf('first', ['en>es'], () => 'La casa es vieja y está en el campo.');
  const silent = engineOf('silent', ['es>ja'], () => '', { isLanguageModel: true });

  it('leaves the source, not the language between', async () => {
    const { texts, cached } = await translateOver(
      [spanish, silent],
      ['The house is old.'],
      ['en', 'ja'],
    );
    expect(texts).toEqual(['The house is old.']);
    expect(cached).toEqual([]);
  });

  it('is replaced by the next route', async () => {
    const french = engineOf('other', ['en>fr'], () => 'La maison est vieille et à la campagne.');
    const japanese = engineOf('last', ['fr>ja'], () => '家は古くて、田舎にあります。');
    const { texts } = await translateOver(
      [spanish, silent, french, japanese],
      ['The house is old.'],
      ['en', 'ja'],
    );
    expect(texts).toEqual(['家は古くて、田舎にあります。']);
  });
});

it('a phrase that is said over and over is asked for once', async () => {
  const asked: string[] = [];
  const engine = engineOf('counting', ['en>de'], (text) => {
    asked.push(text);
    return text === 'hello' ? 'hallo' : 'Und jetzt';
  });
  const { texts } = await translateOver([engine], [`And now ${Array(60).fill('hello').join(' ')}`]);
  expect(texts).toEqual([`Und jetzt ${Array(60).fill('hallo').join(' ')}`]);
  expect(asked).toEqual(['And now', 'hello']);
});

it('control characters that the source does not have are left out', async () => {
  const engine = engineOf(
    'writing',
    ['en>es'],
    () => 'La casa\u0000 es \u001b[31mroja\u202e y el jardín\tes verde.',
  );
  const { texts } = await translateOver(
    [engine],
    ['The house is red and\tthe garden is green.'],
    ['en', 'es'],
  );
  expect(texts).toEqual(['La casa es roja y el jardín\tes verde.']);
});
