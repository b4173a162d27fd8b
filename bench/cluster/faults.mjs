import { setTimeout as delay } from 'node:timers/promises';
import { openAccounts } from '../../packages/server/dist/store/open-accounts.js';
import { startPostgres } from '../../packages/server/dist/store/testing/postgres-cluster.js';
import { startRedis } from '../../packages/server/dist/store/testing/redis-server.js';
import { startMeteredLoad } from './metered-load.mjs';
import { startNginx } from './nginx.mjs';
import { startServer } from './servers.mjs';

const SERVERS = 3;
/** Between orderly stops, where there is less to be seen. */
const STOP_SECONDS = 3;
const ALL_DAYS = { firstDay: '2000-01-01', lastDay: '2999-12-31' };
/** Usage is reported twice a second; after an outage of the database a little later. */
const REPORT_MS = 10_000;

/**
 * Three servers with the fake engine, which costs next to nothing, on PostgreSQL and Redis or
 * Valkey: what becomes of requests and usage when one of these dies?
 *
 * @param {number} seconds between one kill and the next
 */
export const measureFaults = async (directory, seconds) => {
  const cluster = await startPostgres({ fsync: 'on' });
  const redis = await startRedis();
  const databaseUrl = cluster.createDatabase();
  const accounts = await openAccounts({ databaseUrl, dataDirectory: directory });
  const settings = {
    DRAGOMAN_ENGINES: 'fake',
    DRAGOMAN_DATABASE_URL: databaseUrl,
    DRAGOMAN_REDIS_URL: redis.url,
    DRAGOMAN_SHUTDOWN_DELAY_MS: '500',
  };
  const servers = [];
  let nginx;
  try {
    for (let index = 0; index < SERVERS; index++) {
      servers.push(await startServer({ directory, index, settings }));
    }
    nginx = await startNginx(
      'nginx.conf',
      servers.map(({ port }) => port),
      directory,
    );

    /** Has each of the servers ended once, and started again, by turns. */
    const endInTurn = async (between, end) => {
      for (let index = 0; index < SERVERS; index++) {
        await delay(between * 1000);
        const { port } = servers[index];
        await end(servers[index]);
        servers[index] = await startServer({ directory, index, port, settings });
      }
      await delay(1000);
    };
    const measure = async (work) => {
      const limits = { charactersPerMonth: 1_000_000_000, requestsPerMinute: 10_000_000 };
      const key = await accounts.keyManager.create('bench', { name: 'bench', limits });
      const load = startMeteredLoad(nginx.port, key.secret);
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
        await cluster.crash();
        await delay(2000);
        await cluster.restart();
        await delay(4000);
      }),
      redisGone: await measure(async () => {
        await delay(2000);
        await redis.stop();
        await delay(4000);
      }),
    };
  } finally {
    await nginx?.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await accounts.close();
    await redis.stop();
    await cluster.remove();
  }
};
