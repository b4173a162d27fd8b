import type { Counts, Engine, EngineLabels, EngineLoad, Meter, TimedWork } from '@dragoman/core';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from './configuration/version.js';

/** The metrics for monitoring. No label ever contains a text, a key or an address. */
export interface Metrics extends Meter {
  /** Features add their own to it (`…-metrics.ts`). */
  readonly registry: Registry;
  /** One answered request. `route` is the route's pattern, never the path that was sent. */
  observeRequest(request: {
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** Adds the details of these engines. */
  watchEngines(engines: readonly Pick<Engine, 'id' | 'health'>[]): void;
  /** Everything in the Prometheus text format, with its media type. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Doubling from 1 ms (cached responses) to 32 s (the deadline). */
const SECONDS_BUCKETS = Array.from({ length: 16 }, (_, power) => 0.001 * 2 ** power);
/** Doubling from one sentence to 128. */
const BATCH_BUCKETS = Array.from({ length: 8 }, (_, power) => 2 ** power);

const ENGINE_LABELS = ['engine', 'pair'] as const satisfies readonly (keyof EngineLabels)[];

const GAUGES: readonly (readonly [
  what: keyof Omit<EngineLoad, 'loadedPairs'>,
  name: string,
  help: string,
])[] = [
  ['workers', 'dragoman_engine_workers', 'Processes or pipelines of an engine that are running.'],
  ['models', 'dragoman_engine_models', 'Models in memory, counted once per process or pipeline.'],
  ['memoryBytes', 'dragoman_engine_memory_bytes', 'Memory of the processes or pipelines.'],
  ['queued', 'dragoman_engine_queued_sentences', 'Sentences that wait for an engine.'],
  [
    'restarts',
    'dragoman_engine_restarts',
    'Processes or pipelines that broke and were replaced since the start.',
  ],
];

/** Adds what the engines have to do, and what they use. */
const watchLoad = (
  registers: Registry[],
  engines: () => readonly Pick<Engine, 'id' | 'health'>[],
): void => {
  for (const [what, name, help] of GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: ['engine'],
      registers,
      collect() {
        this.reset();
        for (const engine of engines()) {
          const { load } = engine.health();
          if (load) this.set({ engine: engine.id }, load[what]);
        }
      },
    });
  }
  new Gauge({
    name: 'dragoman_engine_pair_loaded',
    help: 'Always 1: the pair is ready at once, because its model is in memory.',
    labelNames: ['engine', 'pair'],
    registers,
    collect() {
      this.reset();
      for (const engine of engines()) {
        for (const pair of engine.health().load?.loadedPairs ?? []) {
          this.set({ engine: engine.id, pair }, 1);
        }
      }
    },
  });
};

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'dragoman_' });
  new Gauge({
    name: 'dragoman_build_info',
    help: 'Always 1; the label is the version of this server.',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1);
  const seconds = new Histogram({
    name: 'dragoman_http_request_seconds',
    help: 'Time from the request line to the end of the response.',
    labelNames: ['route', 'status'],
    buckets: SECONDS_BUCKETS,
    registers,
  });
  const timer = (name: string, help: string) =>
    new Histogram({
      name,
      help,
      labelNames: ENGINE_LABELS,
      buckets: SECONDS_BUCKETS,
      registers,
    });
  const timers: Readonly<Record<TimedWork, Histogram<keyof EngineLabels>>> = {
    queue: timer('dragoman_queue_seconds', 'Time a sentence waited in the queue of an engine.'),
    engine: timer('dragoman_engine_seconds', 'Time an engine took for a batch of sentences.'),
    repair: timer('dragoman_repair_seconds', 'Time taken to repair a damaged sentence.'),
  };
  const batches = new Histogram({
    name: 'dragoman_engine_batch_sentences',
    help: 'Number of sentences an engine translated at the same time.',
    labelNames: ENGINE_LABELS,
    buckets: BATCH_BUCKETS,
    registers,
  });
  let watched: readonly Pick<Engine, 'id' | 'health'>[] = [];
  new Gauge({
    name: 'dragoman_engine_info',
    help: 'Always 1; the labels describe the engine.',
    labelNames: ['engine', 'name', 'value'],
    registers,
    collect() {
      this.reset();
      for (const engine of watched) {
        for (const [name, value] of Object.entries(engine.health().details ?? {})) {
          this.set({ engine: engine.id, name, value }, 1);
        }
      }
    },
  });
  watchLoad(registers, () => watched);
  const counters: Readonly<Record<keyof Counts, Counter<string>>> = {
    guard: new Counter({
      name: 'dragoman_guard_total',
      help: 'Translated sentences with a defect, and the defect that remained in the response.',
      labelNames: ['defect', 'remaining'],
      registers,
    }),
    checks: new Counter({
      name: 'dragoman_check_failures_total',
      help: 'Translated sentences that failed a check, by engine, pair and check, and what found a better translation.',
      labelNames: [...ENGINE_LABELS, 'defect', 'repair'],
      registers,
    }),
    fallbacks: new Counter({
      name: 'dragoman_fallbacks_total',
      help: 'Groups of texts that another route translated because the engines of the first one failed.',
      labelNames: ENGINE_LABELS,
      registers,
    }),
    detection: new Counter({
      name: 'dragoman_detection_total',
      help: 'Texts whose language was detected: installed, none of its own, or refused.',
      labelNames: ['outcome'],
      registers,
    }),
    characters: new Counter({
      name: 'dragoman_engine_characters_total',
      help: 'Characters that an engine translated; cached sentences are not among them.',
      labelNames: ENGINE_LABELS,
      registers,
    }),
    memories: new Counter({
      name: 'dragoman_memory_lookups_total',
      help: 'Sentences and texts looked up in translation memories: exact, similar or none.',
      labelNames: ['match'],
      registers,
    }),
    terms: new Counter({
      name: 'dragoman_terms_total',
      help: 'Terms of glossaries found in texts: honoured, or missed in the response.',
      labelNames: ['outcome'],
      registers,
    }),
  };
  return {
    registry,
    count(name, labels, amount = 1) {
      counters[name].inc({ ...labels }, amount);
    },
    time: (work, labels) => timers[work].startTimer({ ...labels }),
    noteBatch: (sentences, labels) => batches.observe({ ...labels }, sentences),
    observeRequest({ route, status, seconds: elapsed }) {
      seconds.observe({ route, status }, elapsed);
    },
    watchEngines(engines) {
      watched = engines;
    },
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
};
