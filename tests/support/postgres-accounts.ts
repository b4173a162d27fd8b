import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  type PostgresCluster,
  startPostgres,
} from '../../packages/server/src/platform/database/testing/postgres-cluster.js';
import { type AccountServers, accountServers } from './account-servers.js';

/** The fixtures of a test; each test has its own database and servers. */
export interface PostgresAccounts {
  readonly cluster: PostgresCluster;
  readonly databaseUrl: string;
  readonly accounts: AccountServers;
}

/**
 * Gives the tests of the suite around it one PostgreSQL cluster, and each of them a new database
 * with servers on it. The members can be read while a test runs.
 */
export const usePostgresAccounts = (): PostgresAccounts => {
  let cluster: PostgresCluster;
  let databaseUrl: string;
  let accounts: AccountServers;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster?.remove());
  beforeEach(() => {
    databaseUrl = cluster.createDatabase();
    accounts = accountServers({ DRAGOMAN_DATABASE_URL: databaseUrl });
  });
  afterEach(async () => {
    await accounts.stopAll();
    cluster.dropDatabase(databaseUrl);
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
