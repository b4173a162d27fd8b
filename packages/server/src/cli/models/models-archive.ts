import { resolve } from 'node:path';
import type { Command } from 'commander';
import { exportModels } from '../../catalogue/archive/export-models.js';
import { importModels } from '../../catalogue/archive/import-models.js';
import { modelsDirectoryOf, scanModels } from '../../catalogue/local/models-directory.js';
import { selectModels } from '../../catalogue/local/select-models.js';
import { showSize } from '../../catalogue/show-size.js';
import { configurationOf } from '../common/configuration-of.js';
import { print } from '../common/output.js';
import { untilInterrupted } from '../common/until-interrupted.js';

/** `dragoman models export` */
export const exportCommand = (
  file: string,
  names: readonly string[],
  _options: unknown,
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const { models } = await scanModels(modelsDirectoryOf(configurationOf(command)));
    const selected = names.length > 0 ? selectModels(models, names) : models;
    const bytes = await exportModels(selected, resolve(file), signal);
    for (const model of selected) print(`exported ${model.id}`);
    print(`${file}: ${selected.length} models, ${showSize(bytes)}`);
  });

/** `dragoman models import` */
export const importCommand = (file: string, _options: unknown, command: Command): Promise<void> =>
  untilInterrupted(async (signal) => {
    const directory = modelsDirectoryOf(configurationOf(command));
    for (const { id, outcome } of await importModels(resolve(file), directory, signal)) {
      print(outcome === 'imported' ? `imported ${id}` : `${id} is already installed`);
    }
  });
