import type { AccountStore } from '../accounts/account-store.js';
import { createKeyManager, type KeyManager } from '../accounts/manage-keys.js';
import { createAccountStore } from './account-tables.js';
import { type DatabaseSettings, openDatabase } from './database.js';

/** The accounts in the configured database. */
export interface Accounts {
  readonly store: AccountStore;
  readonly manager: KeyManager;
  close(): Promise<void>;
}

/**
 * Opens the accounts; servers and commands may do so at the same time.
 *
 * @throws StoreError when the database cannot be used
 */
export const openAccounts = async (settings: DatabaseSettings): Promise<Accounts> => {
  const db = await openDatabase(settings);
  const store = createAccountStore(db);
  return { store, manager: createKeyManager(store, Date.now), close: () => db.destroy() };
};
