import { ACCOUNTS_SETTINGS } from './accounts.js';
import { COMPATIBILITY_SETTINGS } from './compatibility.js';
import { DOCUMENTS_SETTINGS } from './documents.js';
import { ENGINES_SETTINGS } from './engines.js';
import { LANGUAGE_MODELS_SETTINGS } from './language-models.js';
import { LIMITS_SETTINGS } from './limits.js';
import { MODELS_SETTINGS } from './models.js';
import { PAGE_SETTINGS } from './page.js';
import { SERVICE_SETTINGS } from './service.js';
import type { Setting } from './setting.js';
import type { SettingType } from './value-types.js';

export type { Setting };

/**
 * All settings of the server, in the order of the reference page. Everything else derives from it.
 */
export const SETTINGS = {
  ...SERVICE_SETTINGS,
  ...ACCOUNTS_SETTINGS,
  ...LIMITS_SETTINGS,
  ...DOCUMENTS_SETTINGS,
  ...PAGE_SETTINGS,
  ...COMPATIBILITY_SETTINGS,
  ...ENGINES_SETTINGS,
  ...LANGUAGE_MODELS_SETTINGS,
  ...MODELS_SETTINGS,
} as const satisfies Record<string, Setting<unknown>>;

export type SettingKey = keyof typeof SETTINGS;

type ValueOf<Row> = Row extends { type: SettingType<infer Value>; defaultValue: infer Default }
  ? Default extends undefined
    ? Value | undefined
    : Value
  : never;

/** The whole configuration: every value checked, every path absolute, deeply frozen. */
export type Configuration = { readonly [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> };

/** Names of the engines that can be configured. */
export type EngineName = Configuration['engines'][number];

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

/** The row of a setting, with its value type forgotten. */
export const settingOf = (key: SettingKey): Setting<unknown> => SETTINGS[key];

/** Variables that share the prefix without being settings of the server. */
export const OTHER_VARIABLES = [
  {
    environmentName: 'DRAGOMAN_CONFIG',
    description:
      'Path of the configuration file, like `--config`; if unset, `dragoman.json` in the working directory is read if it exists.',
  },
  {
    environmentName: 'DRAGOMAN_SERVER_URL',
    description:
      'Address of the server that the client library, the browser proxy and, like `--server`, the command line use.',
  },
  {
    environmentName: 'DRAGOMAN_SKIP_APT',
    description:
      'If set to 1, `npm start` and `npm test` install no Debian packages, but list the missing ones.',
  },
] as const;
