import { Counter, Gauge, type Registry } from 'prom-client';
import type { InFlight } from './admission.js';
import type { CacheCounts } from './segment-cache.js';

/** Adds the requests in flight to the metrics. */
export const watchAdmission = (registry: Registry, inFlight: () => InFlight): void => {
  const gauge = (name: string, help: string, what: keyof InFlight) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(inFlight()[what]);
      },
    });
  gauge('dragoman_requests_in_flight', 'Translations in flight.', 'requests');
  gauge('dragoman_characters_in_flight', 'Characters of the translations in flight.', 'characters');
};

/** Adds the lookups in the cache to the metrics. */
export const watchCache = (registry: Registry, counts: () => CacheCounts): void => {
  new Counter({
    name: 'dragoman_cache_lookups_total',
    help: 'Lookups of segments in the translation cache.',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      const { hits, misses } = counts();
      this.reset();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'miss' }, misses);
    },
  });
};
