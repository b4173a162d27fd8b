import type { Meter } from '@dragoman/core';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What the operator's monitoring reads. No label ever holds a text, a key or an address. */
export interface Metrics extends Meter {
  /** One answered request. `route` is the route's pattern, never the path that was sent. */
  observeRequest(request: {
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  /** Everything in the Prometheus text format, with its media type. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Doubling from 1 ms, where cached answers are, to 32 s, where the deadline is. */
const SECONDS_BUCKETS = Array.from({ length: 16 }, (_, power) => 0.001 * 2 ** power);

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'dragoman_' });
  const seconds = new Histogram({
    name: 'dragoman_http_request_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['route', 'status'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });
  const counters = {
    guard: new Counter({
      name: 'dragoman_guard_total',
      help: 'Translated sentences with a defect, and the defect they were sent with in the end.',
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
    async render() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
};
