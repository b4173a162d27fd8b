import { createKeyManager, type KeyManager } from '../accounts/keys/manage-keys.js';
import type { AccountStore } from '../accounts/records/account-store.js';
import type { DocumentStore } from '../documents/records/document-record.js';
import type { GlossaryStore } from '../glossaries/records/glossary-record.js';
import { type DatabaseSettings, openDatabase } from './database/database.js';
import { createAccountStore } from './tables/account-tables.js';
import { createDocumentStore } from './tables/document-tables.js';
import { createGlossaryStore } from './tables/glossary-tables.js';

/** The accounts in the configured database. */
export interface Accounts {
  readonly store: AccountStore;
  readonly keyManager: KeyManager;
  readonly documentStore: DocumentStore;
  readonly glossaryStore: GlossaryStore;
  close(): Promise<void>;
}

/**
 * Opens the accounts; servers and commands may do so at the same time.
 *
 * @param now milliseconds since 1970, for the times of keys and of the audit log
 * @throws StoreError when the database cannot be used
 */
export const openAccounts = async (
  settings: DatabaseSettings,
  now: () => number = Date.now,
): Promise<Accounts> => {
  const db = await openDatabase(settings);
  const store = createAccountStore(db);
  return {
    store,
    keyManager: createKeyManager(store, now),
    documentStore: createDocumentStore(db),
    glossaryStore: createGlossaryStore(db),
    close: () => db.destroy(),
  };
};
