import { access, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { METADATA_FILE } from '@dragoman/engines/neural/metadata';
import { requireSpace } from '../local/disk-space.js';
import { durableRename, syncDirectory, writeDurably } from '../local/durable-rename.js';
import { fileFault } from '../local/file-checksum.js';
import { discardModel, lockModel, prepareIncoming, sweepIncoming } from '../local/incoming.js';
import { scanModels } from '../local/models-directory.js';
import { verifyModel } from '../local/verify-models.js';
import { downloadFile } from './download-file.js';
import type { ModelSet } from './model-sets.js';
import { compareVersions, isSupportedVersion } from './model-version.js';
import type { ModelRecord } from './records.js';
import { metadataOf } from './set-metadata.js';
import type { TransferPolicy } from './transfer-policy.js';
import { unpackFile } from './unpack-file.js';

/** Compressed bytes of the model that are downloaded, and their total. */
export type ReportBytes = (doneBytes: number, totalBytes: number) => void;

export interface PullOptions {
  readonly modelsDirectory: string;
  /** Ends in a slash. */
  readonly attachmentsUrl: string;
  readonly policy: TransferPolicy;
  readonly signal: AbortSignal;
  readonly onBytes?: ReportBytes;
  /** Free bytes of a folder's disk; by default from the operating system. */
  readonly freeBytes?: (directory: string) => Promise<number>;
}

export interface PullResult {
  readonly outcome: 'pulled' | 'already there';
  readonly directory: string;
  /** Older versions that this model replaced. */
  readonly replaced: readonly string[];
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Downloads and checks one file, and puts it into the folder of the future model. */
const fetchFile = async (
  record: ModelRecord,
  folders: { readonly packed: string; readonly model: string },
  options: PullOptions,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  const target = join(folders.model, record.name);
  const content = { bytes: record.decompressedSize, sha256: record.decompressedHash };
  if ((await fileFault(target, content)) === undefined) return onBytes(record.attachment.size);
  const { location, size, hash } = record.attachment;
  const packed = join(folders.packed, `${hash}.zst`);
  await downloadFile(
    { url: `${options.attachmentsUrl}${location}`, bytes: size, sha256: hash },
    packed,
    { policy: options.policy, signal: options.signal, onBytes },
  );
  const unpacking = join(folders.packed, `${hash}.unpacked`);
  try {
    await unpackFile(packed, unpacking, content, options.signal);
    await rename(unpacking, target);
  } finally {
    await rm(unpacking, { force: true });
    await rm(packed, { force: true });
  }
};

/** Disk space that is still needed: all unpacked files, plus the largest compressed one. */
const neededBytes = async (set: ModelSet, packedFolder: string): Promise<number> => {
  const records = [...set.files.values()];
  const largest = Math.max(...records.map((record) => record.attachment.size));
  const parts = await Promise.all(
    records.map(({ attachment }) =>
      stat(join(packedFolder, `${attachment.hash}.zst`)).then(
        (stats) => stats.size,
        () => 0,
      ),
    ),
  );
  return Math.max(0, set.unpackedBytes + largest - Math.max(...parts));
};

/** Installed models of the catalogue that differ from `set` in being older only. */
const olderVersions = async (
  modelsDirectory: string,
  set: ModelSet,
): Promise<readonly string[]> => {
  const prefix = set.id.slice(0, -set.version.length);
  const { models } = await scanModels(modelsDirectory);
  return models
    .map((model) => model.id)
    .filter((id) => id.startsWith(prefix) && isSupportedVersion(id.slice(prefix.length)))
    .filter((id) => compareVersions(id.slice(prefix.length), set.version) < 0);
};

const fetchModel = async (
  set: ModelSet,
  workFolder: string,
  target: string,
  options: PullOptions,
): Promise<void> => {
  const folders = { packed: join(workFolder, 'packed'), model: join(workFolder, 'model') };
  await mkdir(folders.packed, { recursive: true });
  await mkdir(folders.model, { recursive: true });
  await requireSpace(
    options.modelsDirectory,
    await neededBytes(set, folders.packed),
    options.freeBytes,
  );
  let before = 0;
  for (const record of set.files.values()) {
    await fetchFile(record, folders, options, (bytes) =>
      options.onBytes?.(before + bytes, set.downloadBytes),
    );
    before += record.attachment.size;
  }
  // Last, because a folder with metadata is a model.
  await writeDurably(
    join(folders.model, METADATA_FILE),
    `${JSON.stringify(metadataOf(set), null, 2)}\n`,
  );
  await syncDirectory(folders.model);
  options.signal.throwIfAborted();
  if (await exists(target)) await discardModel(options.modelsDirectory, set.id);
  await durableRename(folders.model, target);
  await rm(workFolder, { recursive: true, force: true });
};

/**
 * Downloads one model and moves it into the models directory in one step. Whatever interrupts it,
 * the directory contains either the complete model or none; the next pull resumes the download.
 *
 * @throws CatalogueError `unreachable`, `refused`, `damaged`, `no-space` or `busy`
 */
export const pullModel = async (set: ModelSet, options: PullOptions): Promise<PullResult> => {
  const { modelsDirectory } = options;
  const incoming = await prepareIncoming(modelsDirectory);
  const directory = join(modelsDirectory, set.id);
  const lock = await lockModel(modelsDirectory, set.id);
  try {
    await sweepIncoming(modelsDirectory);
    if ((await verifyModel(directory, set.id)).length === 0) {
      return { outcome: 'already there', directory, replaced: [] };
    }
    await fetchModel(set, join(incoming, set.id), directory, options);
    const replaced = await olderVersions(modelsDirectory, set);
    for (const id of replaced) await discardModel(modelsDirectory, id);
    return { outcome: 'pulled', directory, replaced };
  } finally {
    await lock.release();
  }
};
