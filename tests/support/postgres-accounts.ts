import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openPostgres } from '../../packages/server/dist/platform/database/postgres.js';
import {
  type PostgresCluster,
  startPostgres,
} from '../../packages/server/dist/platform/database/testing/postgres-cluster.js';
import { type AccountServers, accountServers } from './account-servers.js';

/** The fixtures of a test; each test has its own database and servers. */
export interface PostgresAccounts {
  readonly cluster: PostgresCluster;
  readonly databaseUrl: string;
  readonly accounts: AccountServers;
}

/**
 * Gives the tests of the suite around it one PostgreSQL cluster, and each of them a new database,
 * whose tables are up to date, with servers on it. The members can be read while a test runs.
 */
export const usePostgresAccounts = (): PostgresAccounts => {
  let cluster: PostgresCluster;
  let template: string;
  let databaseUrl: string;
  let accounts: AccountServers;
  beforeAll(async () => {
    cluster = await startPostgres();
    template = await cluster.createDatabase();
    await (await openPostgres(template)).destroy();
  });
  afterAll(() => cluster?.remove());
  beforeEach(async () => {
    databaseUrl = await cluster.createDatabase(template);
    accounts = accountServers({ DRAGOMAN_DATABASE_URL: databaseUrl });
  });
  afterEach(async () => {
    await accounts.stopAll();
    await cluster.dropDatabase(databaseUrl);
  });
  return {
    get cluster() {
      return cluster;
    },
    get databaseUrl() {
      return databaseUrl;
    },
    get accounts() {
      return accounts;
    },
  };
};
