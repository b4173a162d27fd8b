import type { Logger } from '@dragoman/core';
import { Redis } from 'ioredis';

const CONNECT_TIMEOUT_MS = 1000;
/** Maximum wait of a request for Redis. */
const ANSWER_TIMEOUT_MS = 300;
/**
 * After a failure Redis is not used for this time: requests should not all wait for the next one.
 */
const PAUSE_MS = 500;
const MAX_RECONNECT_DELAY_MS = 2000;

/** A script that Redis runs as a whole, with its keys and then its arguments. */
interface RedisScript {
  readonly source: string;
  readonly keys: readonly string[];
  readonly values: readonly (string | number)[];
}

/** A connection that may break at any time and never blocks a request for long. */
export interface RedisConnection {
  /** @returns the result of the script; undefined if Redis does not respond */
  run(script: RedisScript): Promise<unknown>;
  close(): void;
}

/**
 * Connects to Redis or Valkey, and again whenever the connection breaks. Without it at the start,
 * the log says so at once, and not when a key with limits is first used.
 *
 * @param url `redis://user:password@host:6379/0`
 */
export const connectRedis = (url: string, log: Logger): RedisConnection => {
  const redis = new Redis(url, {
    // It connects below, where a failure is heard.
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: ANSWER_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS),
  });
  let isAway = false;
  let askAgainAt = 0;
  const noteOutage = (error: unknown): void => {
    // The address contains a password, so only the error code is logged.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (!isAway)
      log.warn({ code }, 'Redis does not respond; each server limits and counts separately');
    isAway = true;
    askAgainAt = performance.now() + PAUSE_MS;
  };
  redis.on('error', noteOutage);
  redis.connect().catch(noteOutage);
  return {
    async run({ source, keys, values }) {
      if (isAway && performance.now() < askAgainAt) return undefined;
      try {
        const answer = await redis.eval(source, keys.length, ...keys, ...values);
        if (isAway) log.info({}, 'Redis responds again');
        isAway = false;
        return answer ?? undefined;
      } catch (error) {
        noteOutage(error);
        return undefined;
      }
    },
    close: () => redis.disconnect(),
  };
};
