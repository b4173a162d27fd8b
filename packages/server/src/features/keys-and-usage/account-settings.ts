import * as z from 'zod';
import {
  baseAddress,
  count,
  listOf,
  type Setting,
  text,
} from '../../platform/configuration/setting-types.js';

/** Who may use the server, and how much. */
export const ACCOUNTS_SETTINGS = {
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
