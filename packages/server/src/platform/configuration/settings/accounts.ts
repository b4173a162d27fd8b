import * as z from 'zod';
import { baseAddress, count } from './common-types.js';
import type { Setting } from './setting.js';
import { listOf, text } from './value-types.js';

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
