import { ENGINES_SETTINGS } from '../engine-settings.js';
import { COMPATIBILITY_SETTINGS } from '../features/compatibility/compatibility-settings.js';
import { DOCUMENTS_SETTINGS } from '../features/documents/document-settings.js';
import { ACCOUNTS_SETTINGS } from '../features/keys-and-usage/account-settings.js';
import { MODELS_SETTINGS } from '../features/models/model-settings.js';
import { PAGE_SETTINGS } from '../features/page/page-settings.js';
import { LANGUAGE_MODELS_SETTINGS } from '../language-model-settings.js';
import {
  LIMITS_SETTINGS,
  SERVICE_SETTINGS,
  STORAGE_SETTINGS,
} from '../platform/configuration/service-settings.js';
import type { ConfigurationOf, Setting } from '../platform/configuration/setting-types.js';

/**
 * All settings of the server, in the order of the reference page. Everything else derives from it.
 */
export const SETTINGS = {
  ...SERVICE_SETTINGS,
  ...STORAGE_SETTINGS,
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

/** The whole configuration: every value checked, every path absolute, deeply frozen. */
export type Configuration = ConfigurationOf<typeof SETTINGS>;

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

/** One name under which a value can be given. A secret has two: its own and that of a file. */
export interface Entry {
  readonly key: SettingKey;
  /** The value is the path of a file that holds the secret. */
  readonly namesSecretFile: boolean;
  /** Name in a configuration file: `authKeyFile`. */
  readonly fileKey: string;
  /** `DRAGOMAN_AUTH_KEY_FILE` */
  readonly environmentName: string;
  /** `--auth-key-file` */
  readonly flag: string;
}

const flagOf = (environmentName: string): string =>
  `--${environmentName
    .replace(/^DRAGOMAN_/, '')
    .toLowerCase()
    .replaceAll('_', '-')}`;

const entry = (key: SettingKey, namesSecretFile: boolean): Entry => {
  const { environmentName } = settingOf(key);
  const fullName = namesSecretFile ? `${environmentName}_FILE` : environmentName;
  return {
    key,
    namesSecretFile,
    fileKey: namesSecretFile ? `${key}File` : key,
    environmentName: fullName,
    flag: flagOf(fullName),
  };
};

/** Every name under which a value can be given, in the order of the settings. */
export const ENTRIES: readonly Entry[] = SETTING_KEYS.flatMap((key) =>
  settingOf(key).isSecret ? [entry(key, false), entry(key, true)] : [entry(key, false)],
);
