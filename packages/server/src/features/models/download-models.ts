import { showPair } from '@dragoman/contract';
import type { Configuration } from '../../configuration/settings.js';
import { configuredCatalogue } from './configured-catalogue.js';
import { modelsDirectoryOf, scanModels } from './local/models-directory.js';
import type { FetchedCatalogue } from './remote/fetch-catalogue.js';
import { chooseSets, type ModelSet } from './remote/model-sets.js';
import { type PullOptions, pullModel } from './remote/pull-model.js';
import { readWanted, type WantedModels } from './wanted-models.js';

/** What has to be downloaded for some languages. */
interface Plan {
  readonly sets: readonly ModelSet[];
  /** Directions that the catalogue does not have: `en-vi`. */
  readonly missing: readonly string[];
  readonly downloadBytes: number;
  readonly unpackedBytes: number;
  /** For `pullModel`. */
  readonly options: PullOptions;
}

/** The directions that no pulled or imported model serves; starter models do not count. */
export const missingDirections = async (
  wanted: readonly WantedModels[],
  configuration: Configuration,
): Promise<readonly WantedModels[]> => {
  const { models } = await scanModels(modelsDirectoryOf(configuration));
  const installed = new Set(models.flatMap(({ metadata }) => metadata.pairs.map(showPair)));
  return wanted.flatMap((one) => {
    const directions = one.directions.filter(
      (direction) => !direction.some((pair) => installed.has(showPair(pair))),
    );
    return directions.length === 0 ? [] : [{ ...one, directions }];
  });
};

/** How models of a catalogue are pulled into the configured directory. */
export const pullOptionsOf = (
  configuration: Configuration,
  { attachmentsUrl }: FetchedCatalogue,
  signal: AbortSignal,
): PullOptions => ({ modelsDirectory: modelsDirectoryOf(configuration), attachmentsUrl, signal });

/**
 * Asks the catalogue what has to be downloaded so that the wanted models are there.
 *
 * @returns undefined if they are; then the catalogue is not asked
 * @throws CatalogueError `unknown` if the catalogue has nothing for a language
 */
export const planDownloads = async (
  wanted: readonly WantedModels[],
  configuration: Configuration,
  signal: AbortSignal,
): Promise<Plan | undefined> => {
  const directions = await missingDirections(wanted, configuration);
  if (directions.length === 0) return undefined;
  const names = directions.map(({ text }) => text);
  const catalogue = await configuredCatalogue(configuration, signal, names);
  const chosen = directions.map((one) => chooseSets(catalogue, one));
  const sets = [...new Set(chosen.flatMap((one) => one.sets))];
  return {
    sets,
    missing: chosen.flatMap(({ missing }) => missing),
    downloadBytes: sets.reduce((total, { downloadBytes }) => total + downloadBytes, 0),
    unpackedBytes: sets.reduce((total, { unpackedBytes }) => total + unpackedBytes, 0),
    options: pullOptionsOf(configuration, catalogue, signal),
  };
};

/** Who is told about a download. */
interface DownloadObserver {
  readonly signal: AbortSignal;
  /** Called before the first byte; not called if nothing has to be downloaded. */
  readonly onPlan: (plan: Plan) => void;
  /** Compressed bytes of all models of the plan that are there. */
  readonly onBytes: (doneBytes: number) => void;
}

/**
 * Downloads the models of a language, from and into English, that are not installed.
 *
 * @throws CatalogueError
 */
export const downloadLanguage = async (
  language: string,
  configuration: Configuration,
  { signal, onPlan, onBytes }: DownloadObserver,
): Promise<void> => {
  const plan = await planDownloads([readWanted(language)], configuration, signal);
  if (!plan || plan.sets.length === 0) return;
  onPlan(plan);
  let before = 0;
  for (const set of plan.sets) {
    await pullModel(set, {
      ...plan.options,
      onBytes: (doneBytes) => onBytes(before + doneBytes),
    });
    before += set.downloadBytes;
  }
};
