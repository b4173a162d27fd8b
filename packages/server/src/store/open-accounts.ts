import { createKeyManager, type KeyManager } from '../accounts/keys/manage-keys.js';
import type { AccountStore } from '../accounts/records/account-store.js';
import type { DocumentFiles } from '../documents/files/document-files.js';
import type { OpenDocumentQueue } from '../documents/jobs/document-queue.js';
import type { DocumentStore } from '../documents/records/document-record.js';
import type { GlossaryStore } from '../glossaries/records/glossary-record.js';
import type { MemoryJobStore } from '../memories/records/job-record.js';
import type { MemoryStore } from '../memories/records/memory-record.js';
import type { StyleStore } from '../styles/style-record.js';
import { type DatabaseSettings, openDatabase } from './database/database.js';
import type { SharedQueueDependencies } from './queue/shared-queue.js';
import { createAccountStore } from './tables/account-tables.js';
import { createDocumentFileTables } from './tables/document-file-tables.js';
import { createDocumentStore } from './tables/document-tables.js';
import { createGlossaryStore } from './tables/glossary-tables.js';
import { createMemoryJobStore } from './tables/memories/memory-job-tables.js';
import { createMemoryStore } from './tables/memories/memory-tables.js';
import { createStyleStore } from './tables/style-tables.js';

/** What servers with one PostgreSQL database share of documents, in addition to their list. */
export interface SharedDocuments {
  readonly files: DocumentFiles;
  createQueue(options: Pick<SharedQueueDependencies, 'group' | 'log'>): OpenDocumentQueue;
}

/** The accounts in the configured database. */
export interface Accounts {
  readonly store: AccountStore;
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
  const documentStore = createDocumentStore(db);
  const { databaseUrl } = settings;
  return {
    store,
    keyManager: createKeyManager(store, now),
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
  const { createSharedQueue } = await import('./queue/shared-queue.js');
  return {
    files: createDocumentFileTables(place.db, now),
    createQueue: (options) => createSharedQueue({ ...options, ...place }),
  };
};
