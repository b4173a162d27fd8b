import { count, MEBIBYTE, milliseconds } from './common-types.js';
import type { Setting } from './setting.js';
import { byteCount } from './value-types.js';

/** Documents: files sent, translated and downloaded. */
export const DOCUMENTS_SETTINGS = {
  maxDocumentBytes: {
    environmentName: 'DRAGOMAN_MAX_DOCUMENT_BYTES',
    description: 'Largest document taken; a larger one is answered with 413.',
    type: byteCount({ minimum: 1024, maximum: 50 * MEBIBYTE }),
    defaultValue: 10 * MEBIBYTE,
  },
  maxDocumentsPerKey: {
    environmentName: 'DRAGOMAN_MAX_DOCUMENTS_PER_KEY',
    description:
      'Most documents of one key that wait, are being translated or were not downloaded yet; further ones are answered with 429.',
    type: count(1, 10_000),
    defaultValue: 50,
  },
  documentRetentionMs: {
    environmentName: 'DRAGOMAN_DOCUMENT_RETENTION_MS',
    description:
      'How long a document stays that nobody asks about any more, whether it is translated or not; one that was downloaded is deleted at once.',
    type: milliseconds(1000, 604_800_000),
    defaultValue: 3_600_000,
  },
} as const satisfies Record<string, Setting<unknown>>;
