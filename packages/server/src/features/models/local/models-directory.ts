import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MEBIBYTE, showPair } from '@dragoman/contract';
import { filesOf, type ModelMetadata } from '@dragoman/engines/neural/metadata';
import { modelFolderNames, readModelMetadata } from '@dragoman/engines/neural/model-folder';
import { formatFileSize } from '../../../platform/format-file-size.js';
import { CatalogueError } from '../catalogue-error.js';
import { readPair } from '../wanted-models.js';

/** Where the models are: the setting, or `models` in the data directory. */
export const modelsDirectoryOf = (configuration: {
  readonly modelsDirectory?: string | undefined;
  readonly dataDirectory: string;
}): string => configuration.modelsDirectory ?? join(configuration.dataDirectory, 'models');

const OWN_STARTER_MODELS = fileURLToPath(new URL('../../../../../../models', import.meta.url));

/** Where the starter models are: the setting, or the folder of the product itself. */
export const starterModelsDirectoryOf = (configuration: {
  readonly starterModelsDirectory?: string | undefined;
}): string => configuration.starterModelsDirectory ?? OWN_STARTER_MODELS;

/** Unfinished work; the server ignores it, and complete models leave it by one rename. */
export const incomingDirectory = (modelsDirectory: string): string =>
  join(modelsDirectory, '.incoming');

/** The name of a model's folder: never a path, never hidden. */
export const SAFE_MODEL_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export interface InstalledModel {
  readonly id: string;
  readonly directory: string;
  readonly metadata: ModelMetadata;
  /** All its files together, without the metadata. */
  readonly bytes: number;
}

/** A folder that should be a model but is not. */
export interface BrokenModel {
  readonly id: string;
  readonly directory: string;
  readonly reason: string;
}

const readModel = async (directory: string, id: string): Promise<InstalledModel | BrokenModel> => {
  const metadata = await readModelMetadata(directory, id);
  if ('reason' in metadata) return { id, directory, reason: metadata.reason };
  const bytes = filesOf(metadata).reduce((total, file) => total + file.bytes, 0);
  return { id, directory, metadata, bytes };
};

/** The contents of a models directory, by name. One that does not exist is empty. */
export const scanModels = async (
  modelsDirectory: string,
): Promise<{
  readonly models: readonly InstalledModel[];
  readonly broken: readonly BrokenModel[];
}> => {
  const names = await modelFolderNames(modelsDirectory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CatalogueError('invalid', `${modelsDirectory} cannot be read (${error.code}).`);
  });
  const models: InstalledModel[] = [];
  const broken: BrokenModel[] = [];
  for (const id of names.filter((name) => SAFE_MODEL_ID.test(name))) {
    const model = await readModel(join(modelsDirectory, id), id);
    if ('metadata' in model) models.push(model);
    else broken.push(model);
  }
  return { models, broken };
};

/** Kept free in addition to what is needed, so that other programs can continue. */
const MARGIN_BYTES = 32 * MEBIBYTE;

/** Free bytes on the disk of `directory`, for ordinary users. */
const freeBytes = async (directory: string): Promise<number> => {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
};

/** @throws CatalogueError `no-space` when less than `neededBytes` and a margin are free */
export const requireSpace = async (
  directory: string,
  neededBytes: number,
  free: (directory: string) => Promise<number> = freeBytes,
): Promise<void> => {
  const available = await free(directory);
  if (available >= neededBytes + MARGIN_BYTES) return;
  throw new CatalogueError(
    'no-space',
    `${directory} has ${formatFileSize(available)} free, but ${formatFileSize(neededBytes + MARGIN_BYTES)} are needed. Free some space, or set modelsDirectory to a folder on another disk.`,
  );
};

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
          : 'No model has been downloaded; the starter models belong to the program. To download some: npx dragoman models pull LANGUAGE',
      );
    }
    for (const model of found) selected.add(model);
  }
  return [...selected];
};

export interface FileChecksum {
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** Size and checksum of a file on the disk. @throws when it cannot be read */
export const checksumOf = async (path: string): Promise<FileChecksum> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
};

/** What is wrong with the file at `path`; undefined if size and checksum match. */
export const fileFault = async (
  path: string,
  promised: FileChecksum,
): Promise<string | undefined> => {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return 'is missing';
  if (!stats.isFile()) return 'is not a regular file';
  if (stats.size !== promised.bytes) return `has ${stats.size} bytes instead of ${promised.bytes}`;
  const found = await checksumOf(path);
  return found.sha256 === promised.sha256 ? undefined : 'has the wrong checksum';
};

/** One line for everything that is wrong with the model in `directory`; none if it is undamaged. */
export const verifyModel = async (directory: string, id: string): Promise<readonly string[]> => {
  const metadata = await readModelMetadata(directory, id);
  if ('reason' in metadata) return [`${directory}: ${metadata.reason}`];
  const faults: string[] = [];
  for (const file of filesOf(metadata)) {
    const filePath = join(directory, file.name);
    const fault = await fileFault(filePath, file);
    if (fault !== undefined) faults.push(`${filePath} ${fault}`);
  }
  return faults;
};
