import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { METADATA_FILE, type ModelMetadata } from './metadata.js';
import { isOutOfFiles, modelFolderNames, readModelMetadata } from './model-folder.js';
import { inspectModel, type ModelInspection } from './model-inspection.js';

/** A model that can be loaded. */
export interface LoadableModel {
  readonly id: string;
  /** Absolute path. */
  readonly folder: string;
  readonly metadata: ModelMetadata;
  readonly inspection: ModelInspection;
  /** Differs once anything in the folder was replaced. */
  readonly fingerprint: string;
}

/** A folder that looks like a model and cannot be used. */
interface UnusableModel {
  readonly id: string;
  readonly folder: string;
  /** Why, in words that follow a colon. */
  readonly reason: string;
  readonly fingerprint: string;
}

/** A directory of models that is there and cannot be read. */
interface UnreadableDirectory {
  readonly directory: string;
  /** Why, in words that follow a colon. */
  readonly reason: string;
}

export interface ModelScan {
  readonly models: readonly LoadableModel[];
  readonly broken: readonly UnusableModel[];
  readonly unreadable: readonly UnreadableDirectory[];
}

/** What is there before anybody has looked. */
export const NO_MODELS: ModelScan = { models: [], broken: [], unreadable: [] };

const MAX_MODELS = 10_000;
/** As many as Node has threads for files. */
const READ_AT_ONCE = 4;

/**
 * Looks for model folders in several directories; of two models with the same id, the one in the
 * directory named first counts. Folders with a leading dot are drafts and stay unseen, as do
 * folders without metadata. A directory that does not exist holds no models.
 *
 * @param before the last scan; what has not changed since is not read again
 * @throws the file system's error when too many files are open to find out
 */
export const scanModelFolders = async (
  directories: readonly string[],
  before: ModelScan = NO_MODELS,
): Promise<ModelScan> => {
  const known = new Map([...before.models, ...before.broken].map((row) => [row.folder, row]));
  const models: LoadableModel[] = [];
  const broken: UnusableModel[] = [];
  const unreadable: UnreadableDirectory[] = [];
  const seen = new Set<string>();
  for (const directory of directories) {
    const names = await modelFolderNames(directory).catch((error) => {
      const reason = whyUnreadable(error);
      if (reason !== undefined) unreadable.push({ directory, reason });
      return [];
    });
    const wanted = names.filter((id) => !seen.has(id)).slice(0, MAX_MODELS - seen.size);
    const rows = await readSeveral(wanted, (id) => readFolder(id, join(directory, id), known));
    for (const row of rows) {
      if (row === undefined) continue;
      seen.add(row.id);
      if ('reason' in row) broken.push(row);
      else models.push(row);
    }
  }
  return { models, broken, unreadable };
};

/** Reads several at a time, because most of it is waiting for the file system; the results are in order. */
const readSeveral = async <Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = [];
  const queue = items.entries();
  const readOn = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await read(item);
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readOn));
  return results;
};

/**
 * What is in a folder; undefined for one without a model.
 *
 * @param known what was in folders before; what has not changed since is not read again
 */
const readFolder = async (
  id: string,
  folder: string,
  known: ReadonlyMap<string, LoadableModel | UnusableModel>,
): Promise<LoadableModel | UnusableModel | undefined> => {
  const fingerprint = await fingerprintOf(folder);
  if (fingerprint === undefined) return undefined;
  if (typeof fingerprint !== 'string') return { id, folder, ...fingerprint, fingerprint: '' };
  const earlier = known.get(folder);
  return earlier?.fingerprint === fingerprint ? earlier : readModel(id, folder, fingerprint);
};

/**
 * Why a folder cannot be read; undefined for one that is not there.
 *
 * @throws the error when too many files are open to find out
 */
const whyUnreadable = (error: NodeJS.ErrnoException): string | undefined => {
  if (isOutOfFiles(error)) throw error;
  return error.code === 'ENOENT' ? undefined : `it cannot be read (${error.code})`;
};

/**
 * Names, sizes and times of all files; undefined for a folder without metadata, and for what is no
 * folder.
 */
const fingerprintOf = async (
  folder: string,
): Promise<string | { readonly reason: string } | undefined> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOTDIR' ? undefined : whyUnreadable(error);
    return reason === undefined ? undefined : { reason };
  });
  if (names === undefined || 'reason' in names) return names;
  if (!names.includes(METADATA_FILE)) return undefined;
  const rows = await Promise.all(
    names.sort().map(async (name) => {
      const status = await stat(join(folder, name)).catch(() => undefined);
      return `${name} ${status?.size} ${status?.mtimeMs} ${status?.ino}`;
    }),
  );
  return rows.join('\n');
};

const readModel = async (
  id: string,
  folder: string,
  fingerprint: string,
): Promise<LoadableModel | UnusableModel> => {
  const metadata = await readModelMetadata(folder, id);
  if ('reason' in metadata) return { id, folder, reason: metadata.reason, fingerprint };
  try {
    const inspection = await inspectModel(folder, metadata);
    return { id, folder, metadata, inspection, fingerprint };
  } catch (error) {
    if (isOutOfFiles(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return { id, folder, reason, fingerprint };
  }
};
