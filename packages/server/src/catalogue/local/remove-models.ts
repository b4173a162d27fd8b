import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { discardModel, lockModel, prepareIncoming } from './incoming.js';
import { scanModels, selectModels } from './models-directory.js';

/**
 * Removes installed models, named by id or pair, with the remains of unfinished downloads.
 *
 * @returns what was removed
 * @throws CatalogueError `invalid`, `unknown` or `busy`
 */
export const removeModels = async (
  modelsDirectory: string,
  names: readonly string[],
): Promise<readonly { readonly id: string; readonly directory: string }[]> => {
  const { models, broken } = await scanModels(modelsDirectory);
  const selected = selectModels([...models, ...broken], names);
  const incoming = await prepareIncoming(modelsDirectory);
  for (const { id } of selected) {
    const lock = await lockModel(modelsDirectory, id);
    try {
      await discardModel(modelsDirectory, id);
      await rm(join(incoming, id), { recursive: true, force: true });
    } finally {
      await lock.release();
    }
  }
  return selected.map(({ id, directory }) => ({ id, directory }));
};
