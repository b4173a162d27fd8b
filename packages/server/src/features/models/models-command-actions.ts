import { resolve } from 'node:path';
import { showPair } from '@dragoman/contract';
import type { Command } from 'commander';
import { configurationOf } from '../../configuration/command-configuration.js';
import { untilInterrupted } from '../../platform/cli/command.js';
import { print, remark, showModelType, showTable } from '../../platform/cli/output.js';
import { formatFileSize } from '../../platform/format-file-size.js';
import { CatalogueError } from './catalogue-error.js';
import { removeModels } from './local/incoming.js';
import {
  type BrokenModel,
  type InstalledModel,
  modelsDirectoryOf,
  scanModels,
  selectModels,
  starterModelsDirectoryOf,
  verifyModel,
} from './local/models-directory.js';
import { MODEL_LICENSE } from './published-languages.js';
import { type ModelSet, modelTypeOf } from './remote/model-sets.js';
import { readWanted, type WantedModels } from './wanted-models.js';

// Archives and downloads are loaded by the commands that need them: `list` starts without.

const isOf = ({ pair }: ModelSet, { directions }: WantedModels): boolean =>
  directions.flat().some((wanted) => showPair(wanted) === showPair(pair));

const offeredJson = (set: ModelSet, installed: ReadonlySet<string>) => ({
  id: set.id,
  ...set.pair,
  architecture: set.architecture,
  model_type: modelTypeOf(set.architecture),
  version: set.version,
  download_bytes: set.downloadBytes,
  unpacked_bytes: set.unpackedBytes,
  license: MODEL_LICENSE,
  for_desktop: set.isForDesktop,
  installed: installed.has(set.id),
});

const offeredRow = (set: ModelSet, installed: ReadonlySet<string>): readonly string[] => [
  showPair(set.pair),
  `${set.architecture}${set.isForDesktop ? '' : ' (small)'}`,
  showModelType(modelTypeOf(set.architecture)),
  set.version,
  formatFileSize(set.downloadBytes),
  formatFileSize(set.unpackedBytes),
  MODEL_LICENSE,
  installed.has(set.id) ? 'installed' : '',
];

const OFFERED_HEADINGS = [
  'Pair',
  'Architecture',
  'Kind',
  'Version',
  'Download',
  'On disk',
  'Licence',
  '',
];

/** `dragoman models available` */
export const availableCommand = (
  names: readonly string[],
  { json }: { readonly json: boolean },
  command: Command,
): Promise<void> =>
  untilInterrupted(async (signal) => {
    const configuration = configurationOf(command);
    const wanted = names.map(readWanted);
    const { configuredCatalogue } = await import('./configured-catalogue.js');
    const catalogue = await configuredCatalogue(configuration, signal);
    const { models } = await scanModels(modelsDirectoryOf(configuration));
    const installed = new Set(models.map((model) => model.id));
    const sets = catalogue.sets.filter(
      (set) => wanted.length === 0 || wanted.some((one) => isOf(set, one)),
    );
    if (json) {
      const models = sets.map((set) => offeredJson(set, installed));
      print(JSON.stringify({ models, left_out: catalogue.leftOut }, null, 2));
      return;
    }
    for (const line of catalogue.leftOut) remark(`skipped: ${line}`);
    if (sets.length === 0)
      throw new CatalogueError('unknown', 'The catalogue has no matching model.');
    print(
      showTable(
        [OFFERED_HEADINGS, ...sets.map((set) => offeredRow(set, installed))],
        [4, 5],
      ).trimEnd(),
    );
  });

const INSTALLED_HEADINGS = [
  'Model',
  'Pairs',
  'Architecture',
  'Kind',
  'Version',
  'On disk',
  'Licence',
];

const installedRow = ({ id, metadata, bytes }: InstalledModel): readonly string[] => [
  id,
  metadata.pairs.map(showPair).join(' '),
  metadata.architecture,
  showModelType(metadata.modelType) + (metadata.isStarter ? ' (starter)' : ''),
  metadata.version,
  formatFileSize(bytes),
  metadata.license,
];

const installedJson = ({ id, directory, metadata, bytes }: InstalledModel) => ({
  id,
  directory,
  pairs: metadata.pairs.map(({ source, target, scores }) => ({
    source,
    target,
    ...(scores && { test_set: scores.testSet, bleu: scores.bleu, chrf: scores.chrf }),
  })),
  architecture: metadata.architecture,
  model_type: metadata.modelType,
  starter: metadata.isStarter === true,
  version: metadata.version,
  unpacked_bytes: bytes,
  license: metadata.license,
});

const warnOfBroken = (broken: readonly BrokenModel[]): void => {
  for (const { directory, reason } of broken) remark(`not a model: ${directory}: ${reason}`);
};

/** `dragoman models list` */
export const listCommand = async (
  { json, also = [] }: { readonly json: boolean; readonly also?: readonly string[] },
  command: Command,
): Promise<void> => {
  const configuration = configurationOf(command);
  const own = modelsDirectoryOf(configuration);
  const directories = [own, starterModelsDirectoryOf(configuration), ...also];
  const scans = await Promise.all(directories.map(scanModels));
  const models = scans.flatMap((scan) => scan.models);
  warnOfBroken(scans.flatMap((scan) => scan.broken));
  if (json) print(JSON.stringify({ models: models.map(installedJson) }, null, 2));
  else if (models.length > 0)
    print(showTable([INSTALLED_HEADINGS, ...models.map(installedRow)], [5]).trimEnd());
  else remark(`No model in ${[own, ...also].join(', ')}. Get one: dragoman models pull en-de`);
};

/** `dragoman models verify`; exit code 1 when anything is damaged. */
export const verifyCommand = async (
  names: readonly string[],
  _options: unknown,
  command: Command,
): Promise<void> => {
  const directory = modelsDirectoryOf(configurationOf(command));
  const { models, broken } = await scanModels(directory);
  const all = [...models, ...broken];
  const selected = names.length > 0 ? selectModels(all, names) : all;
  if (selected.length === 0) remark(`No model in ${directory}.`);
  for (const model of selected) {
    const faults = await verifyModel(model.directory, model.id);
    print(`${model.id}: ${faults.length === 0 ? 'whole' : 'DAMAGED'}`);
    for (const fault of faults) print(`  ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
};

/** `dragoman models remove` */
export const removeCommand = async (
  names: readonly string[],
  _options: unknown,
  command: Command,
): Promise<void> => {
  const removed = await removeModels(modelsDirectoryOf(configurationOf(command)), names);
  for (const { directory } of removed) print(`removed ${directory}`);
};

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
    const { exportModels } = await import('./local/export-models.js');
    const bytes = await exportModels(selected, resolve(file), signal);
    for (const model of selected) print(`exported ${model.id}`);
    print(`${file}: ${selected.length} models, ${formatFileSize(bytes)}`);
  });

/** `dragoman models import` */
export const importCommand = (file: string, _options: unknown, command: Command): Promise<void> =>
  untilInterrupted(async (signal) => {
    const directory = modelsDirectoryOf(configurationOf(command));
    const { importModels } = await import('./local/import-models.js');
    for (const { id, outcome } of await importModels(resolve(file), directory, signal)) {
      print(outcome === 'imported' ? `imported ${id}` : `${id} is already installed`);
    }
  });
