import type { Configuration } from '../../platform/configuration/settings.js';
import { fingerprintOf } from './document-cipher.js';
import { createDocumentFiles, type DocumentFiles } from './document-files.js';
import type { OpenDocumentQueue } from './document-queue.js';
import {
  createDocumentService,
  type DocumentService,
  type DocumentServiceDependencies,
} from './document-service.js';
import { createLocalQueue } from './local-queue.js';
import { loadServerKey } from './server-key.js';

type Settings = Pick<
  Configuration,
  | 'dataDirectory'
  | 'documentKeepMs'
  | 'documentKey'
  | 'documentRetentionMs'
  | 'maxDocumentCharacters'
  | 'maxDocumentsPerKey'
  | 'receiveTimeoutMs'
>;

type Dependencies = Omit<
  DocumentServiceDependencies,
  | 'files'
  | 'openQueue'
  | 'serverKey'
  | 'retentionMs'
  | 'keepMs'
  | 'maxCharacters'
  | 'maxPerKey'
  | 'uploadGraceMs'
> & {
  /** What several servers share; left out, files and queue are this server's. */
  readonly shared:
    | {
        readonly files: DocumentFiles;
        createQueue(options: {
          readonly group: () => Promise<string>;
          readonly log: DocumentServiceDependencies['log'];
        }): OpenDocumentQueue;
      }
    | undefined;
};

/** What it takes to store what has arrived. */
const STORING_MS = 60_000;

/** Puts the documents of one server together. */
export const createDocuments = (
  settings: Settings,
  { shared, ...dependencies }: Dependencies,
): DocumentService => {
  const { dataDirectory, documentKey } = settings;
  const files = shared?.files ?? createDocumentFiles(dataDirectory);
  const serverKey =
    documentKey === undefined
      ? loadOnce(() => loadServerKey(dataDirectory))
      : async () => Buffer.from(documentKey, 'hex');
  return createDocumentService({
    ...dependencies,
    files,
    openQueue:
      shared?.createQueue({
        group: async () => fingerprintOf(await serverKey()),
        log: dependencies.log,
      }) ?? createLocalQueue(dependencies.store, files, dependencies.now),
    serverKey,
    retentionMs: settings.documentRetentionMs,
    keepMs: settings.documentKeepMs,
    maxCharacters: settings.maxDocumentCharacters,
    maxPerKey: settings.maxDocumentsPerKey,
    uploadGraceMs: settings.receiveTimeoutMs + STORING_MS,
  });
};

/** Loads at the first use, and again after a failure: a full disk may have room later. */
const loadOnce = <Value>(load: () => Promise<Value>): (() => Promise<Value>) => {
  let loading: Promise<Value> | undefined;
  return async () => {
    loading ??= load();
    try {
      return await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
};
