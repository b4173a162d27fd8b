import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSettings } from '../database.js';
import { hasPostgres, startPostgres } from './postgres-cluster.js';

/** Databases of one kind. */
export interface TestDatabases {
  /** Makes one that has no tables yet. */
  create(): Promise<DatabaseSettings>;
  remove(settings: DatabaseSettings): Promise<void>;
  /** When all tests are over. */
  stop(): Promise<void>;
}

/** A kind of database the suites run on. */
export interface TestDatabaseKind {
  readonly name: string;
  start(): Promise<TestDatabases>;
}

const libsqlFile: TestDatabaseKind = {
  name: 'libsql file',
  start: async () => ({
    create: async () => ({
      dataDirectory: await mkdtemp(join(tmpdir(), 'dragoman-store-')),
      databaseUrl: undefined,
    }),
    remove: ({ dataDirectory }) => rm(dataDirectory, { recursive: true, force: true }),
    stop: async () => {},
  }),
};

const postgres: TestDatabaseKind = {
  name: 'PostgreSQL database',
  async start() {
    const cluster = await startPostgres();
    return {
      create: async () => ({
        dataDirectory: '/nowhere',
        databaseUrl: await cluster.createDatabase(),
      }),
      remove: async ({ databaseUrl = '' }) => cluster.dropDatabase(databaseUrl),
      stop: () => cluster.remove(),
    };
  },
};

/** Every kind of database there is on this machine. */
export const TEST_DATABASES: readonly TestDatabaseKind[] = hasPostgres()
  ? [libsqlFile, postgres]
  : [libsqlFile];
