import type { Logger } from '@dragoman/core';
import { Redis } from 'ioredis';

const CONNECT_TIMEOUT_MS = 1000;
/** A request never waits longer for Redis. */
const ANSWER_TIMEOUT_MS = 300;
/** After a failure nobody asks for so long: requests should not all wait for the next one. */
const PAUSE_MS = 500;
const MAX_RECONNECT_DELAY_MS = 2000;

/** A script that Redis runs as a whole, with its keys and then its arguments. */
export interface RedisScript {
  readonly source: string;
  readonly keys: readonly string[];
  readonly values: readonly (string | number)[];
}

/** A connection that may be away at any time, and never holds anybody up for long. */
export interface RedisConnection {
  /** @returns what the script gave back; undefined when Redis does not answer */
  run(script: RedisScript): Promise<unknown>;
  close(): void;
}

/**
 * Connects to Redis or Valkey when it is first needed, and again whenever the connection breaks.
 *
 * @param url `redis://user:password@host:6379/0`
 */
export const connectRedis = (url: string, log: Logger): RedisConnection => {
  const redis = new Redis(url, {
    // A start that fails for another reason must not be kept alive by this.
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: ANSWER_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS),
  });
  let isAway = false;
  let askAgainAt = 0;
  const noteAway = (error: unknown): void => {
    // The address holds a password, and its owner knows it; the code says enough.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (!isAway)
      log.warn({ code }, 'Redis does not respond; each server limits and counts separately');
    isAway = true;
    askAgainAt = performance.now() + PAUSE_MS;
  };
  redis.on('error', noteAway);
  return {
    async run({ source, keys, values }) {
      if (isAway && performance.now() < askAgainAt) return undefined;
      try {
        const answer = await redis.eval(source, keys.length, ...keys, ...values);
        if (isAway) log.info({}, 'Redis responds again');
        isAway = false;
        return answer ?? undefined;
      } catch (error) {
        noteAway(error);
        return undefined;
      }
    },
    close: () => redis.disconnect(),
  };
};
