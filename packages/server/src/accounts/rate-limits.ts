import { AppError } from '@dragoman/contract';
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from './key-record.js';

/** What is limited by the minute. */
export interface Demand {
  readonly requests: number;
  readonly characters: number;
}

/** Keeps keys within their limits by the minute. */
export interface RateLimits {
  /**
   * @throws AppError `too_many_requests` with the seconds to wait; nothing is counted then
   */
  take(key: KeyRecord, demand: Demand): Promise<void>;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** Limits remembered at once; a key that falls out starts afresh. */
const MAX_BUCKETS = 20_000;
const MINUTE_MS = 60_000;

/**
 * Limits for one server by itself. A bucket holds one minute's worth and fills evenly, so short
 * bursts pass. What is larger than the bucket passes when it is full, and the next one waits longer.
 */
export const createRateLimits = (now: () => number): RateLimits => {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });

  const fill = (id: string, perMinute: number): Bucket => {
    const at = now();
    const bucket = buckets.get(id) ?? { tokens: perMinute, filledAtMs: at };
    const grown = bucket.tokens + ((at - bucket.filledAtMs) * perMinute) / MINUTE_MS;
    bucket.tokens = Math.min(perMinute, grown);
    bucket.filledAtMs = at;
    buckets.set(id, bucket);
    return bucket;
  };

  return {
    async take({ id, limits }, { requests, characters }) {
      const parts = [
        { id: `requests ${id}`, perMinute: limits.requestsPerMinute, wanted: requests },
        { id: `characters ${id}`, perMinute: limits.charactersPerMinute, wanted: characters },
      ].flatMap(({ perMinute, wanted, ...rest }) =>
        perMinute === null || wanted === 0 ? [] : [{ ...rest, perMinute, wanted }],
      );
      const filled = parts.map((part) => ({ ...part, bucket: fill(part.id, part.perMinute) }));
      const waits = filled.map(({ bucket, perMinute, wanted }) => {
        if (perMinute === 0) return MINUTE_MS;
        const lacking = Math.min(wanted, perMinute) - bucket.tokens;
        return lacking <= 0 ? 0 : (lacking / perMinute) * MINUTE_MS;
      });
      const waitMs = Math.max(0, ...waits);
      if (waitMs > 0) throw tooManyRequests(waitMs);
      for (const { bucket, wanted } of filled) bucket.tokens -= wanted;
    },
  };
};

/** The 429 of a key past its limit. */
export const tooManyRequests = (waitMs: number): AppError =>
  new AppError('too_many_requests', {
    message: 'This API key has reached its limit per minute. Try again later.',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
