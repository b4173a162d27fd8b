import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { configurationOf } from '../configuration/command-configuration.js';
import { collectFlags } from '../configuration/flags.js';
import { DEFAULT_FILE_NAME } from '../configuration/load.js';
import type { Configuration } from '../configuration/settings.js';
import { configuredCatalogue } from '../features/models/configured-catalogue.js';
import { planDownloads } from '../features/models/download-models.js';
import { knownLanguages } from '../features/models/known-languages.js';
import { pullOne } from '../features/models/models-command-pull.js';
import { MODEL_LICENSE } from '../features/models/published-languages.js';
import { languageNamed, readWanted, type WantedModels } from '../features/models/wanted-models.js';
import { untilInterrupted, wrongUsage } from '../platform/cli/command.js';
import { print, remark, showTable } from '../platform/cli/output.js';
import { processEnvironment } from '../platform/configuration/environment.js';
import { isMissing, replaceFile } from '../platform/files.js';
import { formatFileSize } from '../platform/format-file-size.js';

interface SetupOptions {
  readonly yes?: boolean;
  /** The setting, which says as for a server that its languages are downloaded. */
  readonly languages?: string;
}

/** `dragoman setup`: asks for languages, downloads their models, and writes the configuration. */
export const setupCommand = (
  given: readonly string[],
  { yes, languages }: SetupOptions,
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const configuration = configurationOf(command);
    const isFlagGiven = languages !== undefined;
    const named = [...given, ...(isFlagGiven ? (configuration.languages ?? []) : [])];
    const names = named.length > 0 ? named : await askLanguages(configuration, signal);
    if (names.length === 0) return remark('No languages chosen; nothing was changed.');
    const wanted = names.map(readLanguage);
    const isAgreed = yes === true || isFlagGiven;
    if (!(await install(wanted, configuration, { signal, isAgreed }))) return;
    const path = await writeLanguages(command, wanted);
    print(`Written to ${path}: the languages are checked whenever the server starts.`);
    print('A running server uses the new models at once. Start one with: npx dragoman serve');
  });

/** @throws CommandError for a pair: the configuration has languages, in both directions */
const readLanguage = (name: string): WantedModels => {
  const wanted = readWanted(name);
  if (wanted.kind === 'language') return wanted;
  throw wrongUsage(`"${name}" is a pair. Name a language, or run: dragoman models pull ${name}`);
};

/** @returns whether everything is installed now */
const install = async (
  wanted: readonly WantedModels[],
  configuration: Configuration,
  { signal, isAgreed }: { readonly signal: AbortSignal; readonly isAgreed: boolean },
): Promise<boolean> => {
  const plan = await planDownloads(wanted, configuration, signal);
  if (!plan) {
    remark('All models of these languages are installed.');
    return true;
  }
  for (const pair of plan.missing) remark(`The catalogue has no model ${pair}.`);
  if (plan.sets.length === 0) return true;
  const rows = plan.sets.map((set) => [
    set.id,
    formatFileSize(set.downloadBytes),
    formatFileSize(set.unpackedBytes),
  ]);
  const total = [
    'Together',
    formatFileSize(plan.downloadBytes),
    formatFileSize(plan.unpackedBytes),
  ];
  print(showTable([['Model', 'Download', 'On disk'], ...rows, total], [1, 2]).trimEnd());
  print(`Licence of the models: ${MODEL_LICENSE}`);
  if (!isAgreed && !(await agrees(signal))) {
    remark('Nothing was downloaded.');
    return false;
  }
  let isComplete = true;
  for (const set of plan.sets) isComplete = (await pullOne(set, plan.options)) && isComplete;
  if (!isComplete) process.exitCode = 1;
  return isComplete;
};

/** @throws CommandError if there is no terminal */
const requireTerminal = (): void => {
  if (process.stdin.isTTY) return;
  throw wrongUsage(
    'There is no terminal to ask on. To be asked nothing, run: dragoman setup --languages de,fr',
  );
};

/** Asks on the terminal. @throws CommandError if there is none */
const ask = async (question: string, signal: AbortSignal): Promise<string> => {
  requireTerminal();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question, { signal })).trim();
  } finally {
    terminal.close();
  }
};

const askLanguages = async (
  configuration: Configuration,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  requireTerminal();
  // The download needs the catalogue anyway: this remembers which languages it has now.
  await configuredCatalogue(configuration, signal);
  const tags = knownLanguages(configuration).languages.map(({ tag }) => tag);
  remark(`Languages with neural models, from or into English:\n  ${tags.toSorted().join(' ')}`);
  const answer = await ask('Which ones (codes or names, separated by commas)? ', signal);
  return answer.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
};

const agrees = async (signal: AbortSignal): Promise<boolean> =>
  /^(y|yes|)$/i.test(await ask('Download them now? [Y/n] ', signal));

/** Adds the languages to the configuration file, and keeps its mode. @returns its path */
const writeLanguages = async (
  command: Command,
  wanted: readonly WantedModels[],
): Promise<string> => {
  const { configFile } = collectFlags(command);
  const path = resolve(configFile ?? processEnvironment().DRAGOMAN_CONFIG ?? DEFAULT_FILE_NAME);
  const { languages: before = [], ...others } = await readMembers(path);
  // The file may have a list, or text with commas.
  const configured = [before].flat().flatMap((names) => String(names).split(','));
  const names = [...configured, ...wanted.map(({ text }) => text)].map((name) => name.trim());
  const languages = [...new Set(names.map((name) => languageNamed(name) ?? name))];
  const mode = (await stat(path).catch(() => undefined))?.mode ?? 0o666;
  await replaceFile(path, `${JSON.stringify({ ...others, languages }, null, 2)}\n`, { mode });
  return path;
};

/** The members of the configuration file, which was validated before; none if there is no file. */
const readMembers = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '{}';
    throw error;
  });
  return JSON.parse(text.replace(/^\uFEFF/, ''));
};
