import { MEBIBYTE } from '@dragoman/contract';
import * as z from 'zod';
import {
  baseAddress,
  byteCount,
  count,
  listOf,
  milliseconds,
  type Setting,
  text,
} from './setting-types.js';

/** Who may use the server, and where keys and usage are stored. */
export const ACCOUNTS_SETTINGS = {
  databaseUrl: {
    environmentName: 'DRAGOMAN_DATABASE_URL',
    description:
      'PostgreSQL database for keys, usage and documents, which several servers can share; if unset, the data folder is used.',
    type: text(
      'url',
      /^postgres(ql)?:\/\/[\x21-\x7e]{1,2000}$/,
      'an address such as postgres://user:password@host:5432/database',
    ),
    defaultValue: undefined,
    isSecret: true,
  },
  redisUrl: {
    environmentName: 'DRAGOMAN_REDIS_URL',
    description:
      'Redis or Valkey through which several servers share per-minute limits; if unset, each server limits separately; no text is ever sent there.',
    type: text(
      'url',
      /^rediss?:\/\/[\x21-\x7e]{1,2000}$/,
      'an address such as redis://user:password@host:6379/0',
    ),
    defaultValue: undefined,
    isSecret: true,
  },
  authKey: {
    environmentName: 'DRAGOMAN_AUTH_KEY',
    description:
      'A key without limits, in addition to those in the database; if unset, a key is created at the first start and stored in the data folder.',
    type: text('key', /^[\x21-\x7e]{8,256}$/, '8 to 256 printable ASCII characters without spaces'),
    defaultValue: undefined,
    isSecret: true,
  },
  accountCharactersPerMonth: {
    environmentName: 'DRAGOMAN_ACCOUNT_CHARACTERS_PER_MONTH',
    description:
      'Maximum characters per calendar month for all keys together; must be the same on all servers; if unset, there is no such limit.',
    type: count(0, 999_999_999_999_999),
    defaultValue: undefined,
  },
  authSchemes: {
    environmentName: 'DRAGOMAN_AUTH_SCHEMES',
    description:
      'Accepted authorization schemes: the words before the key in the Authorization header.',
    type: listOf(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/), {
      maximumItems: 10,
      expects: 'HTTP authorization scheme names',
    }),
    defaultValue: ['Service-Auth-Key', 'DeepL-Auth-Key'],
  },
  baseUrl: {
    environmentName: 'DRAGOMAN_BASE_URL',
    description:
      'Base address of paid plans: a URL, a host name, or a port on which the server then also listens; requires freeBaseUrl.',
    type: baseAddress(),
    defaultValue: undefined,
  },
  freeBaseUrl: {
    environmentName: 'DRAGOMAN_FREE_BASE_URL',
    description: 'Base address of free plans, in the same form; their keys end in :fx.',
    type: baseAddress(),
    defaultValue: undefined,
  },
} as const satisfies Record<string, Setting<unknown>>;

/** As large as documents may be, whatever is configured. */
export const MAX_DOCUMENT_BYTES = 50 * MEBIBYTE;

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
