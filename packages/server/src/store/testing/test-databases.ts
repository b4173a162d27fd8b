import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSettings } from '../database.js';

/** A database nobody else uses, and how to be rid of it. */
export interface TestDatabase {
  readonly settings: DatabaseSettings;
  remove(): Promise<void>;
}

/** A kind of database the suites run on. */
export interface TestDatabaseKind {
  readonly name: string;
  create(): Promise<TestDatabase>;
}

const libsqlFile: TestDatabaseKind = {
  name: 'libsql file',
  async create() {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'dragoman-store-'));
    return {
      settings: { dataDirectory },
      remove: () => rm(dataDirectory, { recursive: true, force: true }),
    };
  },
};

/** Every kind of database there is on this machine. */
export const TEST_DATABASES: readonly TestDatabaseKind[] = [libsqlFile];
