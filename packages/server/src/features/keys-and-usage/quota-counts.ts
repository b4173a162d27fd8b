import type { AccountStore } from './account-store.js';
import { billingPeriodOf } from './billing-period.js';
import type { KeyManager } from './key-manager.js';

/** From this share of its quota on, a key is near it. */
const NEAR = 0.9;

/** How many keys that work are near the end of their monthly quota, and how many are at it. */
export interface QuotaCounts {
  /** At least 90 %, but not all. */
  readonly near: number;
  readonly exhausted: number;
}

/**
 * Compares the usage of this month with the quotas of all keys.
 *
 * @throws StoreUnavailable
 */
export const countKeysByQuota = async ({
  keyManager,
  usageReports,
  now,
}: {
  readonly keyManager: Pick<KeyManager, 'list'>;
  readonly usageReports: Pick<AccountStore, 'listUsage'>;
  readonly now: () => number;
}): Promise<QuotaCounts> => {
  const month = billingPeriodOf(now());
  const [keys, usage] = await Promise.all([keyManager.list(), usageReports.listUsage(month)]);
  const used = new Map<string, number>();
  for (const { keyId, characters } of usage) {
    used.set(keyId, (used.get(keyId) ?? 0) + characters);
  }
  let [near, exhausted] = [0, 0];
  for (const { id, limits, revokedAtMs } of keys) {
    const { charactersPerMonth: limit } = limits;
    if (limit === null || revokedAtMs !== null) continue;
    const characters = used.get(id) ?? 0;
    if (characters >= limit) exhausted += 1;
    else if (characters >= NEAR * limit) near += 1;
  }
  return { near, exhausted };
};
