import { setTimeout as delay } from 'node:timers/promises';
import { openStores } from '../../packages/server/dist/open-stores.js';
import { startPostgres } from '../../packages/server/dist/platform/database/testing/postgres-cluster.js';
import { startRedis } from '../../packages/server/dist/platform/database/testing/redis-server.js';
import { startCluster } from './cluster.mjs';
import { startMeteredLoad } from './metered-load.mjs';
import { startServer } from './servers.mjs';

const SERVERS = 3;
/** Between orderly stops, where there is less to be seen. */
const STOP_SECONDS = 3;
const ALL_DAYS = { firstDay: '2000-01-01', lastDay: '2999-12-31' };
/** What a killed server has counted is reported by the next one after up to 16 seconds. */
const REPORT_MS = 25_000;

/** What must not happen: texts lost, answers to other requests, and bills for more or less. */
export const violationsOf = ({ secondsBetweenEnds: _, ...cases }) =>
  Object.entries(cases).flatMap(([name, { lost, wrong, charactersAnswered, charactersBilled }]) => [
    ...(lost > 0 ? [`${name}: ${lost} texts lost`] : []),
    ...(wrong > 0 ? [`${name}: ${wrong} wrong answers`] : []),
    ...(charactersBilled === charactersAnswered
      ? []
      : [`${name}: ${charactersBilled} characters billed, ${charactersAnswered} answered`]),
  ]);

/**
 * Three servers with the fake engine, which costs next to nothing, on PostgreSQL and Redis or
 * Valkey: what becomes of requests and usage when one of these dies?
 *
 * @param {number} seconds between one kill and the next
 */
export const measureFaults = async (directory, seconds) => {
  const database = await startPostgres({ fsync: 'on' });
  const redis = await startRedis();
  const databaseUrl = await database.createDatabase();
  const accounts = await openStores({ databaseUrl, dataDirectory: directory });
  const settings = {
    DRAGOMAN_ENGINES: 'fake',
    DRAGOMAN_DATABASE_URL: databaseUrl,
    DRAGOMAN_REDIS_URL: redis.url,
    DRAGOMAN_SHUTDOWN_DELAY_MS: '500',
  };
  let cluster;
  try {
    cluster = await startCluster({ directory, count: SERVERS, settings });
    const { servers: running } = cluster;
    /** Has each of the servers ended once, and started again, by turns. */
    const endInTurn = async (between, end) => {
      for (let index = 0; index < SERVERS; index++) {
        await delay(between * 1000);
        const { port } = running[index];
        await end(running[index]);
        running[index] = await startServer({ directory, index, port, settings });
      }
      await delay(1000);
    };
    const measure = async (work) => {
      const limits = { charactersPerMonth: 1_000_000_000, requestsPerMinute: 10_000_000 };
      const key = await accounts.keyManager.create('bench', { name: 'bench', limits });
      const load = startMeteredLoad(cluster.port, key.secret);
      // Also ends the load where the work fails.
      const counts = await work().then(load.stop, (error) =>
        load.stop().then(() => Promise.reject(error)),
      );
      const billed = () => accounts.store.sumCharacters(ALL_DAYS, key.record.id);
      const deadlineMs = performance.now() + REPORT_MS;
      let charactersBilled = await billed();
      while (charactersBilled !== counts.charactersAnswered && performance.now() < deadlineMs) {
        await delay(100);
        charactersBilled = await billed();
      }
      return { ...counts, charactersBilled };
    };
    const kill = async (server) => {
      process.kill(server.pid, 'SIGKILL');
      await server.stop();
    };
    return {
      secondsBetweenEnds: seconds,
      undisturbed: await measure(() => delay(3000)),
      serversKilled: await measure(() => endInTurn(seconds, kill)),
      serversStopped: await measure(() =>
        endInTurn(Math.min(seconds, STOP_SECONDS), (server) => server.stop()),
      ),
      databaseRestarted: await measure(async () => {
        await delay(2000);
        await database.crash();
        await delay(2000);
        await database.restart();
        await delay(4000);
      }),
      redisGone: await measure(async () => {
        await delay(2000);
        await redis.stop();
        await delay(4000);
        await redis.restart();
        await delay(2000);
      }),
    };
  } finally {
    await cluster?.stop();
    await accounts.close();
    await redis.stop();
    await database.remove();
  }
};
