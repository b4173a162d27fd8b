import { Gauge, type Registry } from 'prom-client';
import type { QuotaCounts } from './account-store.js';

/** Adds the keys near their quota to the metrics; left out while they cannot be counted. */
export const watchQuotas = (registry: Registry, count: () => Promise<QuotaCounts>): void => {
  new Gauge({
    name: 'dragoman_keys',
    help: 'Keys that used at least 90 % of their monthly quota (near), or all of it (exhausted).',
    labelNames: ['quota'],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await count().catch(() => undefined);
      if (!counts) return;
      this.set({ quota: 'near' }, counts.near);
      this.set({ quota: 'exhausted' }, counts.exhausted);
    },
  });
};
