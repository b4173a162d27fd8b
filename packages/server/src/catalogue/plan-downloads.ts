import { showPair } from '@dragoman/contract';
import { modelsDirectoryOf, scanModels } from './local/models-directory.js';
import { chooseSets } from './remote/choose-set.js';
import type { FetchedCatalogue } from './remote/fetch-catalogue.js';
import type { ModelSet } from './remote/model-sets.js';
import type { WantedModels } from './wanted-models.js';

/** What has to be downloaded for some languages. */
export interface Plan {
  readonly sets: readonly ModelSet[];
  /** Directions that the catalogue does not have: `en-vi`. */
  readonly missing: readonly string[];
  readonly downloadBytes: number;
  readonly unpackedBytes: number;
}

/** The pairs of the models that were pulled or imported, as `en-de`; starter models do not count. */
export const installedPairs = async (
  configuration: Parameters<typeof modelsDirectoryOf>[0],
): Promise<ReadonlySet<string>> => {
  const { models } = await scanModels(modelsDirectoryOf(configuration));
  return new Set(models.flatMap(({ metadata }) => metadata.pairs.map(showPair)));
};

/** The directions that no installed model serves; empty if nothing has to be downloaded. */
export const missingDirections = (
  wanted: readonly WantedModels[],
  installed: ReadonlySet<string>,
): readonly WantedModels[] =>
  wanted.flatMap((one) => {
    const directions = one.directions.filter(
      (direction) => !direction.some((pair) => installed.has(showPair(pair))),
    );
    return directions.length === 0 ? [] : [{ ...one, directions }];
  });

/**
 * What has to be downloaded so that the wanted models are there.
 *
 * @throws CatalogueError `unknown` if the catalogue has nothing for a language
 */
export const planDownloads = (
  catalogue: FetchedCatalogue,
  wanted: readonly WantedModels[],
): Plan => {
  const chosen = wanted.map((one) => chooseSets(catalogue, one));
  const sets = [...new Set(chosen.flatMap((one) => one.sets))];
  return {
    sets,
    missing: chosen.flatMap(({ missing }) => missing),
    downloadBytes: sets.reduce((total, { downloadBytes }) => total + downloadBytes, 0),
    unpackedBytes: sets.reduce((total, { unpackedBytes }) => total + unpackedBytes, 0),
  };
};
