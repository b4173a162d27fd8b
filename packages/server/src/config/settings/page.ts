import { count, milliseconds } from './common-types.js';
import type { Setting } from './setting.js';
import { oneOf, text } from './value-types.js';

/** The translator page for people, at `/`. */
export const PAGE_SETTINGS = {
  page: {
    environmentName: 'DRAGOMAN_PAGE',
    description:
      'Whether the translator page is shown: auto shows it to everybody who knows its password, or, without one, only to visitors on this machine; on shows it to everybody.',
    type: oneOf(['auto', 'on', 'off']),
    defaultValue: 'auto',
  },
  pagePassword: {
    environmentName: 'DRAGOMAN_PAGE_PASSWORD',
    description: 'Password the page asks for, with any user name; left out, it asks for none.',
    type: text('password', /^[\x20-\x7e]{8,256}$/, '8 to 256 printable ASCII characters'),
    defaultValue: undefined,
    isSecret: true,
  },
  pageRequestsPerMinute: {
    environmentName: 'DRAGOMAN_PAGE_REQUESTS_PER_MINUTE',
    description: 'Most translations one visitor of the page may ask for in a minute.',
    type: count(1, 100_000),
    defaultValue: 240,
  },
  pageCharactersPerMinute: {
    environmentName: 'DRAGOMAN_PAGE_CHARACTERS_PER_MINUTE',
    description:
      'Most characters one visitor of the page may send in a minute; while a text is typed, all of it is sent again and again.',
    type: count(1, 1_000_000_000),
    defaultValue: 1_000_000,
  },
  pageSessionMs: {
    environmentName: 'DRAGOMAN_PAGE_SESSION_MS',
    description: 'How long an unused page stays signed in; after that it signs in again by itself.',
    type: milliseconds(1000, 2_592_000_000),
    defaultValue: 3_600_000,
  },
} as const satisfies Record<string, Setting<unknown>>;
