import { createDocumentFileTables } from './features/documents/document-file-tables.js';
import type { DocumentFiles } from './features/documents/document-files.js';
import type { OpenDocumentQueue } from './features/documents/document-queue.js';
import type { SharedQueueDependencies } from './features/documents/document-queue-storage.js';
import type { DocumentStore } from './features/documents/document-record.js';
import { billDocument, createDocumentStore } from './features/documents/document-tables.js';
import type { GlossaryStore } from './features/glossaries/glossary-record.js';
import { createGlossaryStore } from './features/glossaries/glossary-tables.js';
import type { AccountStore } from './features/keys-and-usage/account-store.js';
import { createAccountStore } from './features/keys-and-usage/account-tables.js';
import { createKeyManager, type KeyManager } from './features/keys-and-usage/key-manager.js';
import { createMemoryJobStore } from './features/memories/memory-job-tables.js';
import type { MemoryJobStore, MemoryStore } from './features/memories/memory-record.js';
import { createMemoryStore } from './features/memories/memory-tables.js';
import type { StyleStore } from './features/style-rules/style-record.js';
import { createStyleStore } from './features/style-rules/style-tables.js';
import { type DatabaseSettings, openDatabase } from './platform/database/database.js';
import type { DamageWatch } from './platform/database/libsql-file.js';

/** What servers with one PostgreSQL database share of documents, in addition to their list. */
interface SharedDocuments {
  readonly files: DocumentFiles;
  createQueue(options: Pick<SharedQueueDependencies, 'group' | 'log'>): OpenDocumentQueue;
}

/** The stores of all features, in the configured database. */
export interface Stores {
  readonly accountStore: AccountStore;
  readonly keyManager: KeyManager;
  readonly documentStore: DocumentStore;
  readonly glossaryStore: GlossaryStore;
  readonly memoryStore: MemoryStore;
  readonly memoryJobStore: MemoryJobStore;
  readonly styleStore: StyleStore;
  /** Undefined with the embedded database: its server keeps files and queue itself. */
  readonly sharedDocuments: SharedDocuments | undefined;
  close(): Promise<void>;
}

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
): Promise<Stores> => {
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
    sharedDocuments:
      databaseUrl === undefined
        ? undefined
        : await openSharedDocuments({ db, databaseUrl, store: documentStore }, now),
    close: () => db.destroy(),
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
