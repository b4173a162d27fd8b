import {
  count,
  milliseconds,
  oneOf,
  type Setting,
  text,
} from '../../platform/configuration/setting-types.js';

/** The translator page for people, at `/`. */
export const PAGE_SETTINGS = {
  page: {
    environmentName: 'DRAGOMAN_PAGE',
    description:
      'Whether the translator page is shown: auto shows it to everybody who knows the password or, if none is set, only to visitors on this machine; on shows it to everybody.',
    type: oneOf(['auto', 'on', 'off']),
    defaultValue: 'auto',
  },
  pagePassword: {
    environmentName: 'DRAGOMAN_PAGE_PASSWORD',
    description: 'Password of the page, with any user name; if unset, no password is needed.',
    type: text('password', /^[\x20-\x7e]{8,256}$/, '8 to 256 printable ASCII characters'),
    defaultValue: undefined,
    isSecret: true,
  },
  pageRequestsPerMinute: {
    environmentName: 'DRAGOMAN_PAGE_REQUESTS_PER_MINUTE',
    description: 'Maximum translations per minute for one visitor of the page.',
    type: count(1, 100_000),
    defaultValue: 240,
  },
  pageCharactersPerMinute: {
    environmentName: 'DRAGOMAN_PAGE_CHARACTERS_PER_MINUTE',
    description:
      'Maximum characters per minute for one visitor of the page; while a text is typed, it is sent repeatedly.',
    type: count(1, 1_000_000_000),
    defaultValue: 1_000_000,
  },
  pageSessionMs: {
    environmentName: 'DRAGOMAN_PAGE_SESSION_MS',
    description:
      'How long an unused session of the page is kept; after that the page starts a new one automatically.',
    type: milliseconds(1000, 2_592_000_000),
    defaultValue: 3_600_000,
  },
} as const satisfies Record<string, Setting<unknown>>;
