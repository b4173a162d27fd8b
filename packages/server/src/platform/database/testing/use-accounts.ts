import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openStores, type Stores } from '../../../open-stores.js';
import type { DatabaseSettings } from '../database.js';
import type { TestDatabaseKind, TestDatabases } from './test-databases.js';

/** The accounts of the test that is running. */
interface UsedAccounts {
  readonly accounts: Stores;
  readonly settings: DatabaseSettings;
}

/** Gives every test of the suite that calls this an empty database of a kind. */
export const useAccounts = (kind: TestDatabaseKind): (() => UsedAccounts) => {
  let databases: TestDatabases;
  let used: UsedAccounts;
  beforeAll(async () => {
    databases = await kind.start();
  });
  afterAll(() => databases?.stop());
  beforeEach(async () => {
    const settings = await databases.create();
    used = { settings, accounts: await openStores(settings) };
  });
  afterEach(async () => {
    await used.accounts.close();
    await databases.remove(used.settings);
  });
  return () => used;
};
