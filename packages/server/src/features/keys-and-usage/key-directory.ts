import { LRUCache } from 'lru-cache';
import { type KeyRecord, NO_LIMITS } from '../../platform/accounts/key-record.js';
import { unavailableError } from '../../platform/database/store-error.js';
import type { AccountStore } from './account-store.js';
import { digestOf, digestsMatch, hintOf, planOf } from './key-secret.js';

/** Knows the API keys. */
export interface KeyFinder {
  /**
   * The record of a key that works, or undefined for one that is unknown or revoked.
   *
   * @throws AppError `unavailable` if it cannot be checked at the moment
   */
  find(secret: string): Promise<KeyRecord | undefined>;
}

interface KeyDirectoryOptions {
  /** How long a key is cached; a revoked key still works for at most this time. */
  readonly freshMs: number;
  /** How long a known key keeps working while the database cannot be reached. */
  readonly outageMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Known keys kept in memory; about 1 KiB each. */
const MAX_CACHED_KEYS = 10_000;

interface Known {
  readonly record: KeyRecord;
  readonly readAt: number;
}

/**
 * The keys of a store, cached for a moment. Unknown keys are not cached, so that guessing cannot
 * evict known ones.
 */
export const createKeyDirectory = (
  store: Pick<AccountStore, 'findKeyByDigest'>,
  { freshMs, outageMs, now }: KeyDirectoryOptions,
): KeyFinder => {
  const known = new LRUCache<string, Known>({ max: MAX_CACHED_KEYS });
  const running = new Map<string, Promise<KeyRecord | undefined>>();
  let isDown = false;

  const read = async (digest: string): Promise<KeyRecord | undefined> => {
    const readAt = now();
    try {
      const record = await store.findKeyByDigest(digest);
      isDown = false;
      if (record && record.revokedAtMs === null) {
        known.set(digest, { record, readAt });
        return record;
      }
      known.delete(digest);
      return undefined;
    } catch (error) {
      isDown = true;
      const last = known.get(digest);
      if (last && readAt - last.readAt < outageMs) return last.record;
      throw unavailableError(error, 'API keys cannot be checked at the moment. Try again later.');
    }
  };

  const readOnce = (digest: string): Promise<KeyRecord | undefined> => {
    const reading = running.get(digest) ?? read(digest).finally(() => running.delete(digest));
    running.set(digest, reading);
    return reading;
  };

  return {
    async find(secret) {
      const digest = digestOf(secret);
      const last = known.get(digest);
      const age = last ? now() - last.readAt : Number.POSITIVE_INFINITY;
      if (last && age < freshMs) return last.record;
      const reading = readOnce(digest);
      if (!last || !isDown || age >= outageMs) return reading;
      // The last attempt failed: known keys need not wait for the next one to fail too.
      reading.catch(() => {});
      return last.record;
    },
  };
};

/** The id under which the key of the configuration is metered. */
export const CONFIGURED_KEY_ID = 'configured';

/** Finds the key set by the configuration; it has no limits and is not stored. */
export const createConfiguredKeyFinder = (secret: string): KeyFinder => {
  const expected = digestOf(secret);
  const record: KeyRecord = {
    id: CONFIGURED_KEY_ID,
    name: 'the key of the configuration',
    plan: planOf(secret),
    permissions: ['translate', 'usage'],
    limits: NO_LIMITS,
    hint: hintOf(secret),
    createdAtMs: 0,
    revokedAtMs: null,
  };
  return {
    find: async (given) => (digestsMatch(digestOf(given), expected) ? record : undefined),
  };
};

/** Tries the finders one after the other. */
export const firstFound =
  (...finders: readonly KeyFinder[]): KeyFinder['find'] =>
  async (secret) => {
    for (const finder of finders) {
      const record = await finder.find(secret);
      if (record) return record;
    }
    return undefined;
  };
