import {
  findTarget,
  LANGUAGES,
  type LanguagePair,
  showPair,
  toTag,
  UNLISTED_LANGUAGES,
} from '@dragoman/contract';
import { engineTagsOf } from '@dragoman/core/languages';
import { namedPairs } from '@dragoman/engines/apertium/mode-names';
import type { Command } from 'commander';
import { configurationOf } from '../configuration/command-configuration.js';
import type { Configuration } from '../configuration/settings.js';
import { knownLanguages } from '../features/models/known-languages.js';
import {
  type InstalledModel,
  modelsDirectoryOf,
  scanModels,
  starterModelsDirectoryOf,
} from '../features/models/local/models-directory.js';
import { PIVOT } from '../features/models/wanted-models.js';
import { print } from '../platform/cli/output.js';
import type { WordList } from './completion.js';

/**
 * `dragoman completion-words`, which completion scripts call: one word per line. It reads the names
 * of what is installed and starts no engine, because a shell waits for it.
 */
export const completionWordsCommand = async (
  list: WordList,
  _options: unknown,
  command: Command,
): Promise<void> => {
  const words = await LISTS[list](configurationOf(command));
  if (words.length > 0) print([...new Set(words)].join('\n'));
};

const TARGETS = [...LANGUAGES, ...UNLISTED_LANGUAGES].flatMap(({ code, variants = [] }) =>
  [code, ...variants.map((variant) => variant.code)].map(toTag),
);

const LISTS: Readonly<
  Record<WordList, (configuration: Configuration) => Promise<readonly string[]>>
> = {
  // A language that can be added gets a message with the command that adds it.
  sources: async (configuration) =>
    [...(await pairsHere(configuration)), ...publishedPairs(configuration)].map(
      ({ source }) => source,
    ),
  targets: async (configuration) => {
    const tags = new Set(
      [...(await pairsHere(configuration)), ...publishedPairs(configuration)].map(
        ({ target }) => target,
      ),
    );
    return TARGETS.filter((target) => {
      const resolved = findTarget(target);
      return resolved !== undefined && engineTagsOf(resolved).some((tag) => tags.has(tag));
    });
  },
  addable: async (configuration) => (await notInstalled(configuration)).map(({ tag }) => tag),
  pullable: async (configuration) =>
    (await notInstalled(configuration)).flatMap(({ tag, pairs }) => [tag, ...pairs.map(showPair)]),
  published: async (configuration) =>
    publishedLanguages(configuration).flatMap(({ tag, pairs }) => [tag, ...pairs.map(showPair)]),
  models: async (configuration) =>
    (await scanModels(modelsDirectoryOf(configuration))).models.flatMap((model) => [
      model.id,
      ...pairsOf(model).map(showPair),
    ]),
};

/** The languages with published models, each with its pairs. */
const publishedLanguages = (configuration: Configuration) =>
  knownLanguages(configuration).languages.map(({ tag, directions }) => ({
    tag,
    pairs: [
      ...(directions === 'into English' ? [] : [{ source: PIVOT, target: tag }]),
      ...(directions === 'from English' ? [] : [{ source: tag, target: PIVOT }]),
    ],
  }));

const publishedPairs = (configuration: Configuration): readonly LanguagePair[] =>
  publishedLanguages(configuration).flatMap(({ pairs }) => pairs);

const pairsOf = ({ metadata }: InstalledModel): readonly LanguagePair[] => metadata.pairs;

/** The pairs of all engines that are switched on. */
const pairsHere = async (configuration: Configuration): Promise<readonly LanguagePair[]> => {
  const { engines, apertiumDataDirectory } = configuration;
  const directories = [modelsDirectoryOf(configuration), starterModelsDirectoryOf(configuration)];
  const scans = engines.includes('neural') ? await Promise.all(directories.map(scanModels)) : [];
  return [
    ...(engines.includes('apertium') ? await namedPairs(apertiumDataDirectory) : []),
    ...scans.flatMap(({ models }) => models.flatMap(pairsOf)),
  ];
};

/** Published languages and those of their pairs for which no model was pulled or imported. */
const notInstalled = async (configuration: Configuration) => {
  const { models } = await scanModels(modelsDirectoryOf(configuration));
  const installed = new Set(models.flatMap(pairsOf).map(showPair));
  return publishedLanguages(configuration)
    .map(({ tag, pairs }) => ({
      tag,
      pairs: pairs.filter((pair) => !installed.has(showPair(pair))),
    }))
    .filter(({ pairs }) => pairs.length > 0);
};
