import { fullBucket, refill, type TokenBucket } from '@dragoman/browser-proxy/visitors';
import { AppError } from '@dragoman/contract';
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from '../../platform/accounts/key-record.js';

/** What one request uses of the per-minute limits. */
export interface Demand {
  readonly requests: number;
  readonly characters: number;
}

/** What is left of the requests that a key may make per minute. */
export interface RemainingRequests {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the full limit is available again. */
  readonly resetSeconds: number;
}

/** What the limits have to know of a key, or of a visitor of the page. */
export type LimitedKey = Pick<KeyRecord, 'id' | 'limits'>;

/** Enforces the per-minute limits of keys. */
export interface RateLimits {
  /**
   * @returns what is left of the requests; undefined if the key has no such limit
   * @throws AppError `too_many_requests` with the seconds to wait; nothing is counted then
   */
  take(key: LimitedKey, demand: Demand): Promise<RemainingRequests | undefined>;
}

interface Buckets {
  readonly requests: TokenBucket;
  readonly characters: TokenBucket;
}

/** Maximum number of keys in memory; an evicted one starts with a full bucket. */
const MAX_KEYS = 10_000;
const MINUTE_MS = 60_000;

/** Limits for a single server: a token bucket for each limit of a key. */
export const createRateLimits = (now: () => number): RateLimits => {
  const known = new LRUCache<string, Buckets>({ max: MAX_KEYS });

  const bucketsOf = ({ id }: LimitedKey): Buckets => {
    const kept = known.get(id);
    if (kept) return kept;
    const buckets = { requests: fullBucket(now()), characters: fullBucket(now()) };
    known.set(id, buckets);
    return buckets;
  };

  /** @returns milliseconds until there is enough in the bucket */
  const fill = (bucket: TokenBucket, perMinute: number | null, wanted: number): number => {
    if (perMinute === null || wanted === 0) return 0;
    return perMinute === 0 ? MINUTE_MS : refill(bucket, perMinute, wanted, now());
  };

  return {
    async take(key, { requests, characters }) {
      const { requestsPerMinute, charactersPerMinute } = key.limits;
      if (requestsPerMinute === null && charactersPerMinute === null) return undefined;
      const buckets = bucketsOf(key);
      const waitMs = Math.max(
        fill(buckets.requests, requestsPerMinute, requests),
        fill(buckets.characters, charactersPerMinute, characters),
      );
      if (waitMs > 0) throw tooManyRequests(waitMs);
      // What is not limited now must be no debt when it is limited again.
      if (requestsPerMinute !== null) buckets.requests.tokens -= requests;
      if (charactersPerMinute !== null) buckets.characters.tokens -= characters;
      return remainingOf(requestsPerMinute, buckets.requests.tokens);
    },
  };
};

/** @param tokens requests left in the bucket; a fraction is refilled but not usable yet */
export const remainingOf = (
  limit: number | null,
  tokens: number,
): RemainingRequests | undefined => {
  if (limit === null) return undefined;
  const left = Math.min(limit, tokens);
  const resetSeconds = limit === 0 ? 60 : Math.ceil(((limit - left) / limit) * 60);
  return { limit, remaining: Math.max(0, Math.floor(left)), resetSeconds };
};

/** The 429 of a key past its limit. */
export const tooManyRequests = (waitMs: number): AppError =>
  new AppError('too_many_requests', {
    message: 'This API key has reached its limit per minute. Try again later.',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
