import type { SharedDocuments } from './features/documents/create-documents.js';
import { createDocumentFileTables } from './features/documents/document-file-tables.js';
import type { SharedQueueDependencies } from './features/documents/document-queue-storage.js';
import { billDocument, createDocumentStore } from './features/documents/document-tables.js';
import { createGlossaryStore } from './features/glossaries/glossary-tables.js';
import { createAccountStore } from './features/keys-and-usage/account-tables.js';
import { createKeyManager } from './features/keys-and-usage/key-manager.js';
import { createMemoryJobStore } from './features/memories/memory-job-tables.js';
import { createMemoryStore } from './features/memories/memory-tables.js';
import { createStyleStore } from './features/style-rules/style-tables.js';
import { type DatabaseSettings, openDatabase } from './platform/database/database.js';
import type { DamageWatch } from './platform/database/libsql-file.js';

/** The stores of all features, in the configured database. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

/**
 * Opens the stores; servers and commands may do so at the same time.
 *
 * @param now milliseconds since 1970, for the times of keys and of the audit log
 * @throws StoreError when the database cannot be used
 */
export const openStores = async (
  settings: DatabaseSettings,
  now: () => number = Date.now,
  watch: DamageWatch = {},
) => {
  const db = await openDatabase(settings, watch);
  const accountStore = createAccountStore(db, billDocument);
  const documentStore = createDocumentStore(db);
  const { databaseUrl } = settings;
  return {
    accountStore,
    keyManager: createKeyManager(accountStore, now),
    documentStore,
    glossaryStore: createGlossaryStore(db),
    memoryStore: createMemoryStore(db),
    memoryJobStore: createMemoryJobStore(db),
    styleStore: createStyleStore(db),
    /** Undefined with the embedded database: its server keeps files and queue itself. */
    sharedDocuments:
      databaseUrl === undefined
        ? undefined
        : await openSharedDocuments({ db, databaseUrl, store: documentStore }, now),
    close: (): Promise<void> => db.destroy(),
  };
};

/** Loads the queue of PostgreSQL only where it is used: it takes its time. */
const openSharedDocuments = async (
  place: Pick<SharedQueueDependencies, 'db' | 'databaseUrl' | 'store'>,
  now: () => number,
): Promise<SharedDocuments> => {
  const { createSharedQueue } = await import('./features/documents/document-queue-storage.js');
  return {
    files: createDocumentFileTables(place.db, now),
    createQueue: (options) => createSharedQueue({ ...options, ...place }),
  };
};
