import { MAX_DOCUMENT_BYTES, MEBIBYTE } from '@dragoman/contract';
import {
  byteCount,
  count,
  milliseconds,
  type Setting,
  text,
} from '../../platform/configuration/setting-types.js';

/** Documents: files sent, translated and downloaded. */
export const DOCUMENTS_SETTINGS = {
  maxDocumentBytes: {
    environmentName: 'DRAGOMAN_MAX_DOCUMENT_BYTES',
    description: 'Maximum size of a document; a larger one gets a 413.',
    type: byteCount({ minimum: 1024, maximum: MAX_DOCUMENT_BYTES }),
    defaultValue: 30 * MEBIBYTE,
  },
  maxDocumentCharacters: {
    environmentName: 'DRAGOMAN_MAX_DOCUMENT_CHARACTERS',
    description:
      'Maximum characters of the text of a document; a longer one fails with the reason.',
    type: count(1000, 100_000_000),
    defaultValue: 1_000_000,
  },
  maxDocumentsPerKey: {
    environmentName: 'DRAGOMAN_MAX_DOCUMENTS_PER_KEY',
    description:
      'Maximum number of documents of one key that are waiting, being translated or not yet downloaded; further ones get a 429.',
    type: count(1, 10_000),
    defaultValue: 50,
  },
  documentRetentionMs: {
    environmentName: 'DRAGOMAN_DOCUMENT_RETENTION_MS',
    description:
      'How long a document is kept after the last request for it, translated or not; one that was downloaded goes sooner.',
    type: milliseconds(1000, 604_800_000),
    defaultValue: 3_600_000,
  },
  documentKeepMs: {
    environmentName: 'DRAGOMAN_DOCUMENT_KEEP_MS',
    description:
      'How long a document that was downloaded can be downloaded again, at no further cost; 0 deletes it immediately.',
    type: milliseconds(0, 86_400_000),
    defaultValue: 600_000,
  },
  documentKey: {
    environmentName: 'DRAGOMAN_DOCUMENT_KEY',
    description:
      'Key that protects the keys of waiting documents; must be the same on all servers that share a database; if unset, one is created in the data folder.',
    type: text(
      'key',
      /^[0-9A-Fa-f]{64}$/,
      '64 hexadecimal digits, as `openssl rand -hex 32` prints them',
    ),
    defaultValue: undefined,
    isSecret: true,
  },
} as const satisfies Record<string, Setting<unknown>>;
