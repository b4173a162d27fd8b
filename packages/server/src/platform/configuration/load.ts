import { resolve } from 'node:path';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.js';
import { readBoundedFile, readConfigurationFile } from './configuration-file.js';
import type { Environment } from './environment.js';
import { environmentLayer, flagLayer, type Layer } from './layers.js';
import { ENTRIES, type Entry } from './settings/entries.js';
import { type Configuration, SETTING_KEYS, type SettingKey, settingOf } from './settings/schema.js';

/** Where values come from. Later ones win: defaults, file, environment, flags. */
export interface ConfigurationSources {
  readonly environment: Environment;
  readonly flags?: ReadonlyMap<Entry, string>;
  /** Path given with `--config`; wins over `DRAGOMAN_CONFIG`. */
  readonly configFile?: string | undefined;
  /** Absolute; relative paths count from here. */
  readonly workingDirectory: string;
}

const MAX_SECRET_FILE_BYTES = 4096;

/** A value as given, and the name under which it was given. */
interface Given {
  readonly value: unknown;
  readonly where: string;
  readonly baseDirectory: string;
}

type Outcome = { readonly value: unknown } | { readonly problem: ConfigurationProblem };

const readSecret = (given: Given): Outcome => {
  const refuse = (reason: string): Outcome => ({ problem: { where: given.where, reason } });
  if (typeof given.value !== 'string' || given.value === '' || given.value.includes('\0')) {
    return refuse('the value must be the path of a file');
  }
  const file = readBoundedFile(resolve(given.baseDirectory, given.value), MAX_SECRET_FILE_BYTES);
  // The path is omitted: if the secret itself was given here by mistake, it must not be logged.
  if ('code' in file) return refuse(`the file it names cannot be read (${file.code})`);
  return { value: file.text.replace(/\r?\n$/, '') };
};

const shorten = (value: unknown): string => {
  const shown = JSON.stringify(value) ?? String(value);
  return shown.length > 80 ? `${shown.slice(0, 80)}…` : shown;
};

const check = (key: SettingKey, { value, where, baseDirectory }: Given): Outcome => {
  const { type, isSecret, isPath } = settingOf(key);
  const parsed = type.schema.safeParse(value);
  if (parsed.success) {
    return { value: isPath ? resolve(baseDirectory, String(parsed.data)) : parsed.data };
  }
  const explained = type.explain?.(parsed.error);
  if (explained !== undefined) return { problem: { where, reason: explained } };
  const got = isSecret ? '' : `; it is ${shorten(value)}`;
  return { problem: { where, reason: `the value must be ${type.expects}${got}` } };
};

/** The source with the highest precedence decides alone. */
const evaluate = (key: SettingKey, layers: readonly Layer[], fallback: Given): Outcome => {
  const entries = ENTRIES.filter((entry) => entry.key === key);
  for (const { values, label, baseDirectory } of layers.toReversed()) {
    const [entry, second] = entries.filter((candidate) => values.has(candidate));
    if (!entry) continue;
    const given = { value: values.get(entry), where: label(entry), baseDirectory };
    if (second) return { problem: { where: given.where, reason: `${label(second)} is set too` } };
    if (!entry.namesSecretFile) return check(key, given);
    const secret = readSecret(given);
    return 'problem' in secret ? secret : check(key, { ...given, value: secret.value });
  }
  return fallback.value === undefined ? { value: undefined } : check(key, fallback);
};

const freeze = (value: unknown): unknown =>
  Array.isArray(value) ? Object.freeze([...value]) : value;

/**
 * Reads, validates and freezes the configuration.
 *
 * @throws ConfigurationError naming every wrong value and where it came from; secrets never show.
 */
export const loadConfiguration = (sources: ConfigurationSources): Configuration => {
  const { environment, workingDirectory } = sources;
  const namedFile =
    sources.configFile !== undefined
      ? { path: sources.configFile, namedBy: '--config (flag)' }
      : environment.DRAGOMAN_CONFIG !== undefined
        ? { path: environment.DRAGOMAN_CONFIG, namedBy: 'DRAGOMAN_CONFIG (environment)' }
        : undefined;
  const file = readConfigurationFile(namedFile, workingDirectory);
  const variables = environmentLayer(environment, workingDirectory);
  const flags = flagLayer(sources.flags ?? new Map(), workingDirectory);
  const layers = [...(file ? [file.layer] : []), variables.layer, flags];

  const problems = [...(file?.problems ?? []), ...variables.problems];
  const values = SETTING_KEYS.map((key): [SettingKey, unknown] => {
    const fallback = {
      value: settingOf(key).defaultValue,
      where: `${key} (default)`,
      baseDirectory: workingDirectory,
    };
    const outcome = evaluate(key, layers, fallback);
    if ('problem' in outcome) problems.push(outcome.problem);
    return [key, 'value' in outcome ? freeze(outcome.value) : undefined];
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
  // Each value was validated by the schema of its key.
  return Object.freeze(Object.fromEntries(values)) as Configuration;
};

/** The configuration for printing or logging: for secrets, only whether they are set. */
export const redact = (configuration: Configuration): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    SETTING_KEYS.map((key) => {
      const value = configuration[key];
      if (value === undefined) return [key, null];
      return [key, settingOf(key).isSecret ? '[redacted]' : value];
    }),
  );
