import type { Logger } from '@dragoman/core';
import { Redis } from 'ioredis';
import type { KeyRecord } from '../accounts/key-record.js';
import { type Demand, type RateLimits, tooManyRequests } from '../accounts/rate-limits.js';

const CONNECT_TIMEOUT_MS = 1000;
/** A request never waits longer for its limits. */
const ANSWER_TIMEOUT_MS = 300;
/** After a failure nobody asks for so long: requests should not all wait for the next one. */
const PAUSE_MS = 500;
const MAX_RECONNECT_DELAY_MS = 2000;

/** Stands for "no limit" in the script. */
const NONE = -1;

/**
 * The buckets of one key, as `createRateLimits` fills and empties them, on the clock of the Redis
 * server. Gives back the milliseconds to wait; 0 when the demand was taken.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = 0
local left = {}
for i = 1, 2 do
  local perMinute = tonumber(ARGV[2 * i - 1])
  local wanted = tonumber(ARGV[2 * i])
  if wanted > 0 and perMinute == 0 then
    wait = 60000
  elseif wanted > 0 and perMinute > 0 then
    local bucket = redis.call('HMGET', KEYS[i], 'tokens', 'at')
    local tokens = tonumber(bucket[1]) or perMinute
    local elapsed = math.max(0, now - (tonumber(bucket[2]) or now))
    tokens = math.min(perMinute, tokens + elapsed * perMinute / 60000)
    local lacking = math.min(wanted, perMinute) - tokens
    if lacking > 0 then wait = math.max(wait, lacking / perMinute * 60000) end
    left[i] = { tokens - wanted, (perMinute - tokens + wanted) / perMinute * 60000 }
  end
end
if wait > 0 then return math.ceil(wait) end
for i = 1, 2 do
  if left[i] then
    redis.call('HSET', KEYS[i], 'tokens', tostring(left[i][1]), 'at', tostring(now))
    redis.call('PEXPIRE', KEYS[i], math.ceil(left[i][2]) + 1000)
  end
end
return 0`;

/** Limits by the minute that several servers share, and the connection they need. */
export interface SharedRateLimits extends RateLimits {
  close(): void;
}

/**
 * Keeps the limits by the minute in Redis or Valkey. While it is away, each server limits by itself.
 *
 * @param url `redis://user:password@host:6379/0`
 * @param alone takes over while Redis does not answer
 */
export const createSharedRateLimits = (
  url: string,
  alone: RateLimits,
  log: Logger,
): SharedRateLimits => {
  const redis = new Redis(url, {
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
    if (!isAway) log.warn({ code }, 'Redis does not answer; each server limits by itself');
    isAway = true;
    askAgainAt = performance.now() + PAUSE_MS;
  };
  const noteAnswer = (): void => {
    if (isAway) log.info({}, 'Redis answers again');
    isAway = false;
  };
  redis.on('error', noteAway);

  const ask = async ({ id, limits }: KeyRecord, demand: Demand): Promise<number> =>
    Number(
      await redis.eval(
        SCRIPT,
        2,
        `dragoman:limit:{${id}}:requests`,
        `dragoman:limit:{${id}}:characters`,
        limits.requestsPerMinute ?? NONE,
        demand.requests,
        limits.charactersPerMinute ?? NONE,
        demand.characters,
      ),
    );

  const askIfThere = async (key: KeyRecord, demand: Demand): Promise<number | undefined> => {
    if (isAway && performance.now() < askAgainAt) return undefined;
    try {
      const waitMs = await ask(key, demand);
      noteAnswer();
      return waitMs;
    } catch (error) {
      noteAway(error);
      return undefined;
    }
  };

  return {
    async take(key, demand) {
      const { requestsPerMinute, charactersPerMinute } = key.limits;
      const isLimited =
        (requestsPerMinute !== null && demand.requests > 0) ||
        (charactersPerMinute !== null && demand.characters > 0);
      if (!isLimited) return;
      const waitMs = await askIfThere(key, demand);
      if (waitMs === undefined) return alone.take(key, demand);
      if (waitMs > 0) throw tooManyRequests(waitMs);
    },
    close: () => redis.disconnect(),
  };
};
