import { showPair } from '@dragoman/contract';
import type { Command } from 'commander';
import { print, remark, showModelType, showTable } from '../../cli/output.js';
import { configurationOf } from '../../cli/server-access.js';
import {
  type BrokenModel,
  type InstalledModel,
  modelsDirectoryOf,
  scanModels,
  selectModels,
  starterModelsDirectoryOf,
} from '../local/models-directory.js';
import { removeModels } from '../local/remove-models.js';
import { verifyModel } from '../local/verify-models.js';
import { showSize } from '../show-size.js';

const HEADINGS = ['Model', 'Pairs', 'Architecture', 'Kind', 'Version', 'On disk', 'Licence'];

const asRow = ({ id, metadata, bytes }: InstalledModel): readonly string[] => [
  id,
  metadata.pairs.map(showPair).join(' '),
  metadata.architecture,
  showModelType(metadata.modelType) + (metadata.isStarter ? ' (starter)' : ''),
  metadata.version,
  showSize(bytes),
  metadata.license,
];

const asJson = ({ id, directory, metadata, bytes }: InstalledModel) => ({
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
  if (json) print(JSON.stringify({ models: models.map(asJson) }, null, 2));
  else if (models.length > 0) print(showTable([HEADINGS, ...models.map(asRow)], [5]).trimEnd());
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
