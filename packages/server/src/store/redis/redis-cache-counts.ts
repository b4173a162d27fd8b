import { randomUUID } from 'node:crypto';
import type { CacheCounts } from '../../observability/cache-statistics.js';
import type { RedisConnection } from './redis-connection.js';

/** One field a server with its totals, and one with those of all servers that have stopped. */
const KEY = 'dragoman:cache-lookups';

/**
 * Writes the totals of one server over those it wrote before, and adds all servers' up. Totals
 * rather than what came since: writing them twice counts nothing twice, and a Redis that forgot
 * everything has them again a moment later.
 */
const PUBLISH = `
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
local hits, misses = 0, 0
for _, value in ipairs(redis.call('HVALS', KEYS[1])) do
  local h, m = string.match(value, '^(%d+) (%d+)$')
  hits = hits + tonumber(h)
  misses = misses + tonumber(m)
end
return { string.format('%.0f', hits), string.format('%.0f', misses) }`;

/** Moves the last totals of a server into the field of those that have stopped, once. */
const RETIRE = `
redis.call('HDEL', KEYS[1], ARGV[1])
local before = redis.call('HGET', KEYS[1], 'stopped') or '0 0'
local h, m = string.match(before, '^(%d+) (%d+)$')
redis.call('HSET', KEYS[1], 'stopped',
  string.format('%.0f %.0f', tonumber(h) + ARGV[2], tonumber(m) + ARGV[3]))
return 1`;

/** The cache counts of several servers, added up in Redis. No text is ever in it. */
export interface SharedCacheCounts {
  /** Of all servers, this one's up to now; undefined while Redis is away. */
  read(): Promise<CacheCounts | undefined>;
  /** Reports the counts periodically. */
  start(intervalMs: number): void;
  /** Reports the last counts. The connection must still be open. */
  stop(): Promise<void>;
}

/** @param own what this server counted since it started */
export const createSharedCacheCounts = (
  redis: Pick<RedisConnection, 'run'>,
  own: () => CacheCounts,
): SharedCacheCounts => {
  const serverId = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  const values = () => [serverId, own().hits, own().misses];
  const read = async (): Promise<CacheCounts | undefined> => {
    const sums = await redis.run({ source: PUBLISH, keys: [KEY], values: values() });
    if (!Array.isArray(sums)) return undefined;
    return { hits: Number(sums[0]), misses: Number(sums[1]) };
  };
  return {
    read,
    start(intervalMs) {
      timer = setInterval(read, intervalMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await redis.run({ source: RETIRE, keys: [KEY], values: values() });
    },
  };
};
