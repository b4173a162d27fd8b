import { CatalogueError } from '../catalogue-error.js';
import { readPair, showPair } from '../model-language.js';
import { type BrokenModel, type InstalledModel, SAFE_MODEL_ID } from './models-directory.js';

const hasPair = (model: InstalledModel | BrokenModel, text: string): boolean => {
  const pair = readPair(text);
  if (pair === undefined || !('metadata' in model)) return false;
  return model.metadata.pairs.some((own) => showPair(own) === showPair(pair));
};

/**
 * The installed models with the given names. A name is the id of a model, or a pair, which means
 * all models of that pair.
 *
 * @throws CatalogueError `invalid` for a path, `unknown` for what is not installed
 */
export const selectModels = <Model extends InstalledModel | BrokenModel>(
  models: readonly Model[],
  names: readonly string[],
): readonly Model[] => {
  const selected = new Set<Model>();
  for (const name of names) {
    if (!SAFE_MODEL_ID.test(name)) {
      throw new CatalogueError('invalid', `"${name}" is neither a model nor a pair like en-de.`);
    }
    const byId = models.filter((model) => model.id === name);
    const found = byId.length > 0 ? byId : models.filter((model) => hasPair(model, name));
    if (found.length === 0) {
      const there = models.map((model) => model.id).join(', ');
      throw new CatalogueError(
        'unknown',
        there
          ? `No model ${name} is installed. Installed: ${there}.`
          : 'No models are installed. To download some: npx dragoman models pull LANGUAGE',
      );
    }
    for (const model of found) selected.add(model);
  }
  return [...selected];
};
