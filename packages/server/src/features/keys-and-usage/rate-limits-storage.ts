import type { RedisConnection } from '../../platform/database/redis-connection.js';
import {
  type Demand,
  type LimitedKey,
  type RateLimits,
  remainingOf,
  tooManyRequests,
} from './rate-limits.js';

/** Stands for "no limit" in the script. */
const NONE = -1;

/**
 * The token buckets of one key, with the same rules as `createRateLimits`, using the clock of the
 * Redis server. Returns the milliseconds to wait (0 if the request was allowed) and the requests
 * left.
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
if wait > 0 then return { math.ceil(wait), 0 } end
for i = 1, 2 do
  if left[i] then
    redis.call('HSET', KEYS[i], 'tokens', tostring(left[i][1]), 'at', tostring(now))
    redis.call('PEXPIRE', KEYS[i], math.ceil(left[i][2]) + 1000)
  end
end
return { 0, left[1] and math.floor(left[1][1]) or 0 }`;

/**
 * Keeps the per-minute limits in Redis, for several servers.
 *
 * @param alone used while Redis does not respond: each server then limits separately
 */
export const createSharedRateLimits = (
  redis: Pick<RedisConnection, 'run'>,
  alone: RateLimits,
): RateLimits => {
  const ask = ({ id, limits }: LimitedKey, demand: Demand) =>
    redis.run({
      source: SCRIPT,
      keys: [`dragoman:limit:{${id}}:requests`, `dragoman:limit:{${id}}:characters`],
      values: [
        limits.requestsPerMinute ?? NONE,
        demand.requests,
        limits.charactersPerMinute ?? NONE,
        demand.characters,
      ],
    });

  return {
    async take(key, demand) {
      const { requestsPerMinute, charactersPerMinute } = key.limits;
      const isLimited =
        (requestsPerMinute !== null && demand.requests > 0) ||
        (charactersPerMinute !== null && demand.characters > 0);
      if (!isLimited) return undefined;
      const answer = await ask(key, demand);
      if (!Array.isArray(answer)) return alone.take(key, demand);
      const [waitMs, requestsLeft] = answer.map(Number) as [number, number];
      if (waitMs > 0) throw tooManyRequests(waitMs);
      return demand.requests === 0 ? undefined : remainingOf(requestsPerMinute, requestsLeft);
    },
  };
};
