import { dirname, resolve } from 'node:path';
import { MEBIBYTE, nearestName } from '@dragoman/contract';
import type { Environment } from '../platform/configuration/environment.js';
import { readBoundedFile } from '../platform/files.js';
import {
  type Configuration,
  ENTRIES,
  type Entry,
  OTHER_VARIABLES,
  SETTING_KEYS,
  type SettingKey,
  settingOf,
} from './settings.js';

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

/** The values one source gives, not yet checked. */
interface Layer {
  readonly values: ReadonlyMap<Entry, unknown>;
  /** Folder that relative paths of this source count from. */
  readonly baseDirectory: string;
  /** The entry as this source spells it, and which source it is. */
  label(entry: Entry): string;
}

interface LayerResult {
  readonly layer: Layer;
  readonly problems: readonly ConfigurationProblem[];
}

const byFileKey = new Map(ENTRIES.map((entry) => [entry.fileKey, entry]));
const byEnvironmentName = new Map(ENTRIES.map((entry) => [entry.environmentName, entry]));
const otherNames = new Set<string>(OTHER_VARIABLES.map((row) => row.environmentName));

/** A name is only suggested where no more than half of what was written differs. */
const unknownName = (name: string, known: Iterable<string>): string => {
  const written = name.replace(/^DRAGOMAN_/, '');
  const near = nearestName(name, [...known], Math.ceil(written.length / 2));
  return near === undefined
    ? 'there is no such setting'
    : `there is no such setting; did you mean ${near}?`;
};

// Kubernetes sets these in every pod of a namespace with a service called "dragoman".
const serviceLink =
  /^DRAGOMAN(_.+)?_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const serviceLinkReason =
  'Kubernetes sets this for a service named like the program; put "enableServiceLinks: false" into the pod';

/** Variables that start with `DRAGOMAN_`; others are ignored. */
const environmentLayer = (environment: Environment, baseDirectory: string): LayerResult => {
  const values = new Map<Entry, unknown>();
  const problems: ConfigurationProblem[] = [];
  const label = (name: string): string => `${name} (environment)`;
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || !name.startsWith('DRAGOMAN_') || otherNames.has(name)) continue;
    const entry = byEnvironmentName.get(name);
    const isServiceLink = serviceLink.test(name) || /^tcp:\/\//.test(value);
    if (entry && !isServiceLink) values.set(entry, value);
    else {
      const known = [...byEnvironmentName.keys(), ...otherNames];
      const reason = isServiceLink ? serviceLinkReason : unknownName(name, known);
      problems.push({ where: label(name), reason });
    }
  }
  return {
    layer: { values, baseDirectory, label: (entry) => label(entry.environmentName) },
    problems,
  };
};

/** The members of a configuration file. `path` is for messages. */
const fileLayer = (
  members: Readonly<Record<string, unknown>>,
  { path, baseDirectory }: { readonly path: string; readonly baseDirectory: string },
): LayerResult => {
  const values = new Map<Entry, unknown>();
  const problems: ConfigurationProblem[] = [];
  const label = (name: string): string => `${name} (file ${path})`;
  for (const [name, value] of Object.entries(members)) {
    const entry = byFileKey.get(name);
    if (entry) values.set(entry, value);
    else problems.push({ where: label(name), reason: unknownName(name, byFileKey.keys()) });
  }
  return { layer: { values, baseDirectory, label: (entry) => label(entry.fileKey) }, problems };
};

/** Flags as collected from the command line; unknown ones were refused when it was parsed. */
const flagLayer = (values: ReadonlyMap<Entry, string>, baseDirectory: string): Layer => ({
  values,
  baseDirectory,
  label: (entry) => `${entry.flag} (flag)`,
});

const MAX_FILE_BYTES = MEBIBYTE;

/** Read when it is in the working directory and no other file is named. */
export const DEFAULT_FILE_NAME = 'dragoman.json';

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where JSON is broken. The runtime's own message quotes the text, which may be a secret. */
const describeBreak = (text: string, error: unknown): string => {
  const position = error instanceof Error && /at position (\d+)/.exec(error.message)?.[1];
  if (!position) return 'is not valid JSON';
  return `is not valid JSON: line ${text.slice(0, Number(position)).split('\n').length}`;
};

const parseObject = (text: string, where: string): Readonly<Record<string, unknown>> => {
  const refuse = (reason: string): never => {
    throw new ConfigurationError([{ where, reason }]);
  };
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) ? value : refuse('must hold one JSON object');
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    return refuse(describeBreak(text, error));
  }
};

/**
 * The layer of the configuration file; undefined when none is named and the default one is absent.
 *
 * @throws ConfigurationError when the file cannot be read or is not one JSON object.
 */
const readConfigurationFile = (
  named: { readonly path: string; readonly namedBy: string } | undefined,
  workingDirectory: string,
): LayerResult | undefined => {
  const path = resolve(workingDirectory, named?.path ?? DEFAULT_FILE_NAME);
  const file = readBoundedFile(path, MAX_FILE_BYTES);
  if ('text' in file) {
    const members = parseObject(file.text.replace(/^\uFEFF/, ''), path);
    return fileLayer(members, { path, baseDirectory: dirname(path) });
  }
  if (!named && file.code === 'ENOENT') return undefined;
  const problem: ConfigurationProblem = {
    where: named?.namedBy ?? path,
    reason: `the file ${path} cannot be read (${file.code})`,
  };
  throw new ConfigurationError([problem]);
};

/** One thing wrong with the configuration. Neither part ever contains a secret. */
interface ConfigurationProblem {
  /** The name as it was given and where: `DRAGOMAN_PORT (environment)`. */
  readonly where: string;
  readonly reason: string;
}

/** Everything wrong with the configuration at once, for the person who starts the server. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    const lines = problems.map(({ where, reason }) => `  ${where}: ${reason}`);
    super(`The configuration is not valid.\n${lines.join('\n')}`);
    this.problems = problems;
  }
}
