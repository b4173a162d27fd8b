import type { Engine, Meter } from '@dragoman/core';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheCounts, CacheStatistics } from './cache-statistics.js';

/** The metrics for monitoring. No label ever contains a text, a key or an address. */
export interface Metrics extends Meter {
  /** One answered request. `route` is the route's pattern, never the path that was sent. */
  observeRequest(request: {
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** Adds the details of these engines. */
  watchEngines(engines: readonly Pick<Engine, 'id' | 'health'>[]): void;
  /** Adds the statistics of the cache. */
  watchCache(cache: CacheStatistics): void;
  /** Everything in the Prometheus text format, with its media type. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Doubling from 1 ms (cached responses) to 32 s (the deadline). */
const SECONDS_BUCKETS = Array.from({ length: 16 }, (_, power) => 0.001 * 2 ** power);

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'dragoman_' });
  const seconds = new Histogram({
    name: 'dragoman_http_request_seconds',
    help: 'Time from the request line to the end of the response.',
    labelNames: ['route', 'status'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });
  let watched: readonly Pick<Engine, 'id' | 'health'>[] = [];
  new Gauge({
    name: 'dragoman_engine_info',
    help: 'Always 1; the labels describe the engine.',
    labelNames: ['engine', 'name', 'value'],
    registers: [registry],
    collect() {
      this.reset();
      for (const engine of watched) {
        for (const [name, value] of Object.entries(engine.health().details ?? {})) {
          this.set({ engine: engine.id, name, value }, 1);
        }
      }
    },
  });
  let cache: CacheStatistics | undefined;
  tellLookups(registry, 'dragoman_cache_lookups_total', 'by this server', () => cache?.own());
  tellLookups(registry, 'dragoman_shared_cache_lookups_total', 'by all servers together', () =>
    cache?.shared(),
  );
  const counters = {
    guard: new Counter({
      name: 'dragoman_guard_total',
      help: 'Translated sentences with a defect, and the defect that remained in the response.',
      labelNames: ['defect', 'remaining'],
      registers: [registry],
    }),
  };
  return {
    count(name, labels) {
      counters[name].inc(labels);
    },
    observeRequest({ route, status, seconds: elapsed }) {
      seconds.observe({ route, status }, elapsed);
    },
    watchEngines(engines) {
      watched = engines;
    },
    watchCache(watchedCache) {
      cache = watchedCache;
    },
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
};

/** Totals that are counted elsewhere; without a value if they are unknown. */
const tellLookups = (
  registry: Registry,
  name: string,
  byWhom: string,
  counts: () => CacheCounts | undefined | Promise<CacheCounts | undefined>,
): void => {
  new Counter({
    name,
    help: `Lookups of segments in the translation cache ${byWhom}.`,
    labelNames: ['result'],
    registers: [registry],
    async collect() {
      const known = await counts();
      this.reset();
      if (!known) return;
      this.inc({ result: 'hit' }, known.hits);
      this.inc({ result: 'miss' }, known.misses);
    },
  });
};
