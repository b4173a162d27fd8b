import type { Engine, EngineLabels, Meter, TimedWork } from '@dragoman/core';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheCounts } from '../translation/segment-cache.js';

/** What the operator's monitoring reads. No label ever holds a text, a key or an address. */
export interface Metrics extends Meter {
  /** One answered request. `route` is the route's pattern, never the path that was sent. */
  observeRequest(request: {
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** From now on the details of these engines are reported as well. */
  watchEngines(engines: readonly Pick<Engine, 'id' | 'health'>[]): void;
  /** From now on the lookups in the cache are reported as well. */
  watchCache(counts: () => CacheCounts): void;
  /** Everything in the Prometheus text format, with its media type. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Doubling from 1 ms, where cached answers are, to 32 s, where the deadline is. */
const SECONDS_BUCKETS = Array.from({ length: 16 }, (_, power) => 0.001 * 2 ** power);
/** Doubling from one sentence to 128. */
const BATCH_BUCKETS = Array.from({ length: 8 }, (_, power) => 2 ** power);

const ENGINE_LABELS = ['engine', 'pair'] as const satisfies readonly (keyof EngineLabels)[];

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'dragoman_' });
  const seconds = new Histogram({
    name: 'dragoman_http_request_seconds',
    help: 'Time from the request line to the end of the answer.',
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
    engine: timer('dragoman_engine_seconds', 'Time an engine took for what it translated at once.'),
    repair: timer('dragoman_repair_seconds', 'Time the repair of a damaged sentence took.'),
  };
  const batches = new Histogram({
    name: 'dragoman_engine_batch_sentences',
    help: 'Sentences an engine translated at once.',
    labelNames: ENGINE_LABELS,
    buckets: BATCH_BUCKETS,
    registers,
  });
  let watched: readonly Pick<Engine, 'id' | 'health'>[] = [];
  new Gauge({
    name: 'dragoman_engine_info',
    help: 'Always 1; the labels say what the engine runs with.',
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
  let cacheCounts: () => CacheCounts = () => ({ hits: 0, misses: 0 });
  new Counter({
    name: 'dragoman_cache_lookups_total',
    help: 'Segments looked up in the cache of finished translations.',
    labelNames: ['result'],
    registers,
    collect() {
      const { hits, misses } = cacheCounts();
      this.reset();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'miss' }, misses);
    },
  });
  const counters = {
    guard: new Counter({
      name: 'dragoman_guard_total',
      help: 'Translated sentences with a defect, and the defect they were sent with in the end.',
      labelNames: ['defect', 'remaining'],
      registers,
    }),
  };
  return {
    count(name, labels) {
      counters[name].inc(labels);
    },
    time: (work, labels) => timers[work].startTimer({ ...labels }),
    noteBatch: (sentences, labels) => batches.observe({ ...labels }, sentences),
    observeRequest({ route, status, seconds: elapsed }) {
      seconds.observe({ route, status }, elapsed);
    },
    watchEngines(engines) {
      watched = engines;
    },
    watchCache(counts) {
      cacheCounts = counts;
    },
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
};
