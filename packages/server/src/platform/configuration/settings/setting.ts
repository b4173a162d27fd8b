import type { SettingType } from './value-types.js';

/** One setting. Its name in a configuration file is its key in the table. */
export interface Setting<Value> {
  /** Also gives the flag: `DRAGOMAN_DATA_DIR` is `--data-dir`. */
  readonly environmentName: `DRAGOMAN_${string}`;
  readonly description: string;
  readonly type: SettingType<Value>;
  /** Undefined: the setting is optional. */
  readonly defaultValue: Value | undefined;
  /** Never printed; may also be read from a file named by `…_FILE`. */
  readonly isSecret?: boolean;
  /** Relative paths start at the configuration file's folder or else at the working directory. */
  readonly isPath?: boolean;
}
