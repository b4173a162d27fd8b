import { AppError } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { type Counts, silentMeter } from '../dependencies.js';
import { createDetector } from '../detection/detector.js';
import type { Engine, EngineBatch, EngineCapabilities } from '../engine.js';
import { createRouter } from '../routing/router.js';
import { repairTranslations } from './repair-unit.js';
import { translateUnits } from './sentence-job.js';
import { translateOverRoute } from './translate-units.js';

const detector = await createDetector();

interface Stub {
  readonly engine: Engine;
  readonly asked: string[];
}

/** An engine for some pairs (`en>de`), and the texts that it gets. */
const engineFor = (
  id: string,
  pairs: readonly string[],
  translate: (text: string, batch: EngineBatch) => string,
  capabilities: Partial<EngineCapabilities> = {},
): Stub => {
  const asked: string[] = [];
  const modelTypes = capabilities.isLanguageModel ? 'quality_optimized' : 'latency_optimized';
  const rows = pairs.map((pair) => {
    const [source = '', target = ''] = pair.split('>');
    return { source, target, modelTypes: [modelTypes] as const };
  });
  const engine: Engine = {
    id,
    capabilities: { maxCharacters: 1000, formality: false, ...capabilities },
    start: async () => {},
    pairs: () => rows,
    translateBatch: async (batch) => {
      asked.push(...batch.units.map(({ text }) => text));
      return batch.units.map((unit) => ({ text: translate(unit.text, batch), spans: [] }));
    },
    health: () => ({ state: 'ready', notes: [] }),
    stop: async () => {},
  };
  return { engine, asked };
};

const GERMAN: Readonly<Record<string, string>> = {
  'The house is very big.': 'Das Haus ist sehr groß.',
  'We live in a small town.': 'Wir wohnen in einer kleinen Stadt.',
};
const SPOILT = 'We live in a small town.';
const APOLOGY = "I'm sorry, but I cannot help with that.";

const setUp = (obeys: boolean) => {
  const model = engineFor(
    'model',
    ['en>de'],
    (text, { rejected }) =>
      text === SPOILT && (obeys || !rejected) ? APOLOGY : (GERMAN[text] ?? text),
    { isLanguageModel: true },
  );
  const first = engineFor('first', ['en>fr'], () => 'Nous habitons dans une petite ville.');
  const second = engineFor('second', ['fr>de'], () => 'Wir leben in einem Städtchen.');
  const engines = [model, first, second].map(({ engine }) => engine);
  const router = createRouter(engines, { maxPivots: 1, scores: new Map() });
  const counted: Counts['checks'][] = [];
  const translate = async (): Promise<readonly string[]> => {
    const route = router.route('en', ['de'], 'quality_optimized');
    if (!route) throw new Error('there is no route');
    const units = Object.keys(GERMAN).map((text) => ({ text, protectedSpans: [] }));
    const meter = {
      ...silentMeter,
      count: (name: string, labels: object) => {
        if (name === 'checks') counted.push(labels as Counts['checks']);
      },
    };
    const cache = { get: () => undefined, set() {} };
    const call = { signal: new AbortController().signal };
    const dependencies = { router, detector, cache, meter };
    const translated = await translateUnits(units, (jobs) =>
      translateOverRoute(jobs, route, dependencies, call),
    );
    return translated.map(({ text }) => text);
  };
  return { translate, counted, model, first, second };
};

describe("a sentence of a language model's that fails a check", () => {
  it('is asked for once more, by itself', async () => {
    const { translate, counted, model, first } = setUp(false);
    expect(await translate()).toEqual(Object.values(GERMAN));
    expect(model.asked).toEqual([...Object.keys(GERMAN), SPOILT]);
    expect(first.asked).toEqual([]);
    expect(counted).toMatchObject([{ defect: 'added_text', repair: 'asking_again' }]);
  });

  it('goes over a pivot when it fails again, and no other sentence does', async () => {
    const { translate, counted, model, first, second } = setUp(true);
    expect(await translate()).toEqual(['Das Haus ist sehr groß.', 'Wir leben in einem Städtchen.']);
    expect(model.asked).toEqual([...Object.keys(GERMAN), SPOILT]);
    expect(first.asked).toEqual([SPOILT]);
    expect(second.asked).toEqual(['Nous habitons dans une petite ville.']);
    expect(counted).toMatchObject([
      { engine: 'model', pair: 'en-de', defect: 'added_text', repair: 'other_route' },
    ]);
  });
});

it('stops its clock also when the request is given up meanwhile', async () => {
  const { engine } = engineFor('late', ['en>de'], () => {
    throw new AppError('deadline_exceeded');
  });
  const router = createRouter([engine], { maxPivots: 1, scores: new Map() });
  const leg = router.route('en', ['de'], 'latency_optimized')?.legs[0];
  if (!leg) throw new Error('there is no route');
  const clocks = { started: 0, stopped: 0 };
  const meter = {
    ...silentMeter,
    time: () => {
      clocks.started += 1;
      return () => {
        clocks.stopped += 1;
      };
    },
  };
  const unit = {
    text: 'The house is <b>big</b>.',
    protectedSpans: [{ start: 13, end: 16, kind: 'placeholder' as const }],
  };
  const plan = {
    leg,
    findDefect: () => 'lost_span' as const,
    otherWays: () => ({ alternatives: [] }),
  };
  const call = { signal: new AbortController().signal };
  const job = { text: 0, unit, translated: { text: 'Das Haus ist groß.', spans: [] } };
  await expect(repairTranslations([job], plan, meter, call)).rejects.toMatchObject({
    code: 'deadline_exceeded',
  });
  expect(clocks).toEqual({ started: 1, stopped: 1 });
});
