import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../../configuration/settings.js';
import { createFileOnce, makeFolder } from '../../platform/files.js';
import { fingerprintOf } from './document-cipher.js';
import { createDocumentFiles, type DocumentFiles } from './document-files.js';
import type { OpenDocumentQueue } from './document-queue.js';
import { createLocalQueue } from './document-queue-local.js';
import {
  createDocumentService,
  type DocumentService,
  type DocumentServiceDependencies,
} from './document-service.js';

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

/** What servers with one PostgreSQL database share of documents, in addition to their list. */
export interface SharedDocuments {
  readonly files: DocumentFiles;
  createQueue(options: {
    readonly group: () => Promise<string>;
    readonly log: DocumentServiceDependencies['log'];
  }): OpenDocumentQueue;
}

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
  /** Left out, files and queue are this server's. */
  readonly shared: SharedDocuments | undefined;
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

const KEY_FORM = /^[0-9a-f]{64}$/;

/**
 * The key under which the keys of waiting documents are kept, from `document-key` in the data
 * directory; made there at the first use, readable by its owner only.
 *
 * @throws Error when the file cannot be read or written, or holds no key
 */
export const loadServerKey = async (dataDirectory: string): Promise<Buffer> => {
  makeFolder(dataDirectory, 0o700);
  const path = join(dataDirectory, 'document-key');
  await createFileOnce(path, randomBytes(32).toString('hex'), { mode: 0o600 });
  const text = (await readFile(path, 'utf8')).trim();
  if (!KEY_FORM.test(text)) throw new Error(`${path} holds no key: delete it to have one made.`);
  return Buffer.from(text, 'hex');
};
