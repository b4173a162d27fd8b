import { SETTING_KEYS, type SettingKey, settingOf } from './schema.js';

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
