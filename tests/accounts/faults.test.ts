import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  hasPostgres,
  type PostgresCluster,
  startPostgres,
} from '../../packages/server/dist/platform/database/testing/postgres-cluster.js';
import {
  type AccountServers,
  accountServers,
  hammer,
  statusOf,
  usageOf,
} from '../support/account-servers.js';
import type { TestServer } from '../support/start-server.js';

const CLIENTS = 8;
const ROUNDS = 3;
/** Long enough that most of what was answered must have been counted. */
const ROUND_MS = 2500;
const TIMEOUT_MS = 120_000;

interface Tally {
  sent: number;
  /** When each answer arrived, in milliseconds. */
  readonly answeredAt: number[];
}

/** Several clients, each with one request after the other, until the server is gone. */
const keepAsking = async (server: TestServer, key: string, onAnswer: (tally: Tally) => void) => {
  const tally: Tally = { sent: 0, answeredAt: [] };
  const client = async () => {
    for (;;) {
      tally.sent++;
      try {
        expect(await statusOf(server.url, key)).toBe(200);
      } catch (error) {
        if (error instanceof TypeError) return;
        throw error;
      }
      tally.answeredAt.push(performance.now());
      onAnswer(tally);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return tally;
};

/** Kills servers under load; afterwards the database has everything except the last second. */
const expectLittleLost = async (accounts: AccountServers): Promise<void> => {
  const key = await accounts.makeKey('counted', '--limit', '100000000');
  let [sent, surelyCounted] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await accounts.start();
    let killedAt = 0;
    let death: Promise<void> | undefined;
    const tally = await keepAsking(server, key, ({ answeredAt }) => {
      const [first = 0] = answeredAt;
      if (death || performance.now() - first < ROUND_MS) return;
      killedAt = performance.now();
      death = accounts.kill(server);
    });
    await death;
    sent += tally.sent;
    const early = tally.answeredAt.filter((at) => at < killedAt - 1000).length;
    expect(early).toBeGreaterThan(0);
    surelyCounted += early;
  }
  const counted = (await accounts.usedBy('counted')) / 11;
  expect(counted).toBeGreaterThanOrEqual(surelyCounted);
  expect(counted).toBeLessThanOrEqual(sent);
};

describe('with the embedded database', () => {
  let dataDirectory = '';
  let accounts: AccountServers;
  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-faults-'));
    accounts = accountServers({ DRAGOMAN_DATA_DIR: dataDirectory });
  });
  afterEach(async () => {
    await accounts.stopAll();
    await rm(dataDirectory, { recursive: true });
  });

  it(
    'a server killed under load loses a second at most, and counts nothing twice',
    async () => {
      await expectLittleLost(accounts);
    },
    TIMEOUT_MS,
  );

  it(
    'a full disk stops no translation, and nothing is lost once there is room',
    async (context) => {
      const mountDisk = () =>
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dataDirectory], {
          stdio: 'ignore',
        });
      try {
        mountDisk();
      } catch {
        return context.skip('only root may make a small disk');
      }
      try {
        const { url } = await accounts.start();
        const key = await accounts.makeKey('counted');
        expect(await usageOf(url, key)).toMatchObject({ character_count: 0 });
        const fill = join(dataDirectory, 'fill');
        await writeFile(fill, Buffer.alloc(2 ** 20)).catch(() => {});
        const load = await hammer(url, key, { amount: 300, overallRate: 100 });
        expect(load.statusCodeStats).toEqual({ 200: { count: 300 } });
        await rm(fill);
        await expect.poll(() => usageOf(url, key)).toMatchObject({ character_count: 3300 });
        await accounts.stopAll();
        expect(await accounts.usedBy('counted')).toBe(3300);
      } finally {
        await accounts.stopAll();
        execFileSync('umount', ['--lazy', dataDirectory]);
      }
    },
    TIMEOUT_MS,
  );
});

describe.skipIf(!hasPostgres())('with PostgreSQL', () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster?.remove());

  it(
    'a server killed under load loses a second at most, and counts nothing twice',
    async () => {
      const databaseUrl = await cluster.createDatabase();
      const accounts = accountServers({ DRAGOMAN_DATABASE_URL: databaseUrl });
      try {
        await expectLittleLost(accounts);
      } finally {
        await accounts.stopAll();
      }
    },
    TIMEOUT_MS,
  );
});
