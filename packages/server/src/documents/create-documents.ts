import type { Configuration } from '../config/settings/schema.js';
import {
  createDocumentService,
  type DocumentService,
  type DocumentServiceDependencies,
} from './document-service.js';
import { loadServerKey } from './encryption/server-key.js';
import { createDocumentFiles } from './files/document-files.js';

/** Puts the documents of one server together, with their files in the data directory. */
export const createDocuments = (
  settings: Pick<Configuration, 'dataDirectory' | 'documentRetentionMs' | 'maxDocumentsPerKey'>,
  dependencies: Omit<
    DocumentServiceDependencies,
    'files' | 'serverKey' | 'retentionMs' | 'maxPerKey'
  >,
): DocumentService => {
  let loading: Promise<Buffer> | undefined;
  return createDocumentService({
    ...dependencies,
    files: createDocumentFiles(settings.dataDirectory),
    serverKey: async () => {
      loading ??= loadServerKey(settings.dataDirectory);
      try {
        return await loading;
      } catch (error) {
        // A full disk may have room by the next upload.
        loading = undefined;
        throw error;
      }
    },
    retentionMs: settings.documentRetentionMs,
    maxPerKey: settings.maxDocumentsPerKey,
  });
};
