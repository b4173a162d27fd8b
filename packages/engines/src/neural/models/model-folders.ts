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
    for (const id of names) {
      if (seen.has(id) || seen.size === MAX_MODELS) continue;
      const folder = join(directory, id);
      const fingerprint = await fingerprintOf(folder);
      if (fingerprint === undefined) continue;
      seen.add(id);
      if (typeof fingerprint !== 'string') {
        broken.push({ id, folder, ...fingerprint, fingerprint: '' });
        continue;
      }
      const earlier = known.get(folder);
      const row =
        earlier?.fingerprint === fingerprint ? earlier : await readModel(id, folder, fingerprint);
      if ('reason' in row) broken.push(row);
      else models.push(row);
    }
  }
  return { models, broken, unreadable };
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
