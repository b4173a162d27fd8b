import { resolve } from 'node:path';
import type { Command } from 'commander';
import { print } from '../../cli/output.js';
import { configurationOf } from '../../cli/server-access.js';
import { untilInterrupted } from '../../cli/until-interrupted.js';
import { exportModels } from '../local/export-models.js';
import { importModels } from '../local/import-models.js';
import { modelsDirectoryOf, scanModels, selectModels } from '../local/models-directory.js';
import { showSize } from '../show-size.js';

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
