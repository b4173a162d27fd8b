import { type Configuration, SETTING_KEYS, settingOf } from './settings/schema.js';

/** The configuration for printing or logging: for secrets, only whether they are set. */
export const redact = (configuration: Configuration): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    SETTING_KEYS.map((key) => {
      const value = configuration[key];
      if (value === undefined) return [key, null];
      return [key, settingOf(key).isSecret ? '[redacted]' : value];
    }),
  );
