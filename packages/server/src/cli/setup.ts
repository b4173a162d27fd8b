import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import {
  installedPairs,
  missingDirections,
  planDownloads,
} from '../catalogue/languages/plan-downloads.js';
import { modelsDirectoryOf } from '../catalogue/local/models-directory.js';
import { MODEL_LICENSE, PUBLISHED_LANGUAGES } from '../catalogue/published-languages.js';
import { configuredCatalogue } from '../catalogue/remote/configured-catalogue.js';
import { DEFAULT_TRANSFER_POLICY } from '../catalogue/remote/transfer/transfer-policy.js';
import { showSize } from '../catalogue/show-size.js';
import { languageNamed, readWanted, type WantedModels } from '../catalogue/wanted-models.js';
import {
  type Configuration,
  collectFlags,
  DEFAULT_FILE_NAME,
  processEnvironment,
} from '../config/index.js';
import { wrongUsage } from './common/command-error.js';
import { configurationOf } from './common/configuration-of.js';
import { print, remark, showTable } from './common/output.js';
import { untilInterrupted } from './common/until-interrupted.js';
import { pullOne } from './models/models-pull.js';

/** `dragoman setup`: asks for languages, downloads their models, and writes the configuration. */
export const setupCommand = (
  given: readonly string[],
  { yes }: { readonly yes?: boolean },
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const configuration = configurationOf(command);
    const names = given.length > 0 ? given : await askLanguages(signal);
    if (names.length === 0) return remark('No languages chosen; nothing was changed.');
    const wanted = names.map(readLanguage);
    if (!(await install(wanted, configuration, { signal, isAgreed: yes === true }))) return;
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
  const missing = missingDirections(wanted, await installedPairs(configuration));
  if (missing.length === 0) {
    remark('All models of these languages are installed.');
    return true;
  }
  const names = missing.map(({ text }) => text);
  const catalogue = await configuredCatalogue(configuration, signal, names);
  const plan = planDownloads(catalogue, missing);
  for (const pair of plan.missing) remark(`The catalogue has no model ${pair}.`);
  if (plan.sets.length === 0) return true;
  const rows = plan.sets.map((set) => [
    set.id,
    showSize(set.downloadBytes),
    showSize(set.unpackedBytes),
  ]);
  const total = ['Together', showSize(plan.downloadBytes), showSize(plan.unpackedBytes)];
  print(showTable([['Model', 'Download', 'On disk'], ...rows, total], [1, 2]).trimEnd());
  print(`Licence of the models: ${MODEL_LICENSE}`);
  if (!isAgreed && !(await agrees(signal))) {
    remark('Nothing was downloaded.');
    return false;
  }
  const options = {
    modelsDirectory: modelsDirectoryOf(configuration),
    attachmentsUrl: catalogue.attachmentsUrl,
    policy: DEFAULT_TRANSFER_POLICY,
    signal,
  };
  let isComplete = true;
  for (const set of plan.sets) isComplete = (await pullOne(set, options)) && isComplete;
  if (!isComplete) process.exitCode = 1;
  return isComplete;
};

/** Asks on the terminal. @throws CommandError if there is none */
const ask = async (question: string, signal: AbortSignal): Promise<string> => {
  if (!process.stdin.isTTY) {
    throw wrongUsage(
      'There is no terminal to ask on. Name the languages: dragoman setup de fr --yes',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question, { signal })).trim();
  } finally {
    terminal.close();
  }
};

const askLanguages = async (signal: AbortSignal): Promise<readonly string[]> => {
  const tags = PUBLISHED_LANGUAGES.map(({ tag }) => tag).toSorted();
  remark(`Languages with neural models, from or into English:\n  ${tags.join(' ')}`);
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
  const names = [...[before].flat().map(String), ...wanted.map(({ text }) => text)];
  const languages = [...new Set(names.map((name) => languageNamed(name) ?? name))];
  const mode = (await stat(path).catch(() => undefined))?.mode ?? 0o666;
  const written = `${path}.new`;
  await writeFile(written, `${JSON.stringify({ ...others, languages }, null, 2)}\n`, { mode });
  await rename(written, path);
  return path;
};

/** The members of the configuration file, which was validated before; none if there is no file. */
const readMembers = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text.replace(/^\uFEFF/, ''));
};
