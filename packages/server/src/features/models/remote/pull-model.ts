import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { METADATA_FILE } from '@dragoman/engines/neural/metadata';
import { Decompress } from 'fzstd';
import { exists, renameDurably, syncDirectory } from '../../../platform/files.js';
import { CatalogueError } from '../catalogue-error.js';
import {
  discardModel,
  lockModel,
  prepareIncoming,
  requireNoLink,
  sweepIncoming,
} from '../local/incoming.js';
import {
  type FileChecksum,
  fileFault,
  requireSpace,
  scanModels,
  verifyModel,
} from '../local/models-directory.js';
import {
  type AnswerHeaders,
  DEFAULT_TRANSFER_POLICY,
  type HttpAnswer,
  httpGet,
  retryTransfer,
  type TransferPolicy,
} from './http-get.js';
import { compareVersions, isSupportedVersion, type ModelSet, metadataOf } from './model-sets.js';
import type { ModelRecord } from './records.js';

/** Compressed bytes of the model that are downloaded, and their total. */
type ReportBytes = (doneBytes: number, totalBytes: number) => void;

export interface PullOptions {
  readonly modelsDirectory: string;
  /** Ends in a slash. */
  readonly attachmentsUrl: string;
  readonly signal: AbortSignal;
  /** @default DEFAULT_TRANSFER_POLICY */
  readonly policy?: TransferPolicy;
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

/**
 * A slice of this size unpacks to 512 MiB at the very most, and the promised size stops it sooner.
 */
const SLICE_BYTES = 16 * 1024;

/**
 * Unpacks a zstd file (RFC 8878) and checks size and checksum of the content on the way. When this
 * resolves, the content is synced to the disk.
 *
 * @throws CatalogueError `damaged` when the content is not the promised one; never more than the
 *   promised bytes are written.
 */
export const unpackFile = async (
  packedPath: string,
  targetPath: string,
  promised: FileChecksum,
  signal: AbortSignal,
): Promise<void> => {
  const damaged = (why: string, cause?: unknown) =>
    new CatalogueError('damaged', `The unpacked file ${targetPath} is damaged: ${why}.`, { cause });
  const hash = createHash('sha256');
  let bytes = 0;
  let waiting: Uint8Array[] = [];
  const decompress = new Decompress((chunk) => {
    bytes += chunk.length;
    if (bytes > promised.bytes) throw damaged(`it has more than ${promised.bytes} bytes`);
    hash.update(chunk);
    // The library reuses its buffers.
    waiting.push(chunk.slice());
  });
  const push = (slice: Uint8Array, isLast: boolean) => {
    try {
      decompress.push(slice, isLast);
    } catch (error) {
      if (error instanceof CatalogueError) throw error;
      throw damaged('it is not valid zstd', error);
    }
  };

  const target = await open(targetPath, 'w', 0o644);
  try {
    const writeWaiting = async () => {
      for (const chunk of waiting) await target.writeFile(chunk);
      waiting = [];
    };
    for await (const slice of createReadStream(packedPath, { highWaterMark: SLICE_BYTES })) {
      signal.throwIfAborted();
      push(slice, false);
      await writeWaiting();
    }
    push(new Uint8Array(0), true);
    await writeWaiting();
    if (bytes !== promised.bytes) throw damaged(`it has ${bytes} bytes, not ${promised.bytes}`);
    if (hash.digest('hex') !== promised.sha256) throw damaged('its checksum does not match');
    await target.sync();
  } finally {
    await target.close();
  }
};

interface RemoteFile extends FileChecksum {
  readonly url: string;
}

interface DownloadOptions {
  readonly policy: TransferPolicy;
  readonly signal: AbortSignal;
  /** Called with the number of bytes present; it decreases if the download had to start again. */
  readonly onBytes?: (bytes: number) => void;
}

const sizeOf = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.size ?? 0;

const etagPath = (partialPath: string): string => `${partialPath}.etag`;

/** Weak tags do not promise the same bytes, so RFC 9110 forbids them in If-Range. */
const strongEtag = (headers: AnswerHeaders): string | undefined => {
  const etag = headers.get('etag') ?? '';
  return /^"[\x21\x23-\x7e]{0,300}"$/.test(etag) ? etag : undefined;
};

/** The offset of a response's body in the file; undefined if it cannot be used. */
const beginOf = (
  { status, headers }: HttpAnswer,
  asked: number,
  total: number,
): number | undefined => {
  const length = headers.get('content-length');
  if (status === 200) return length === null || Number(length) === total ? 0 : undefined;
  if (status !== 206) return undefined;
  const [, begin, end, whole] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  const isRest = Number(begin) === asked && Number(end) === total - 1;
  return isRest && (whole === '*' || Number(whole) === total) ? asked : undefined;
};

const forget = async (partialPath: string): Promise<void> => {
  await rm(partialPath, { force: true });
  await rm(etagPath(partialPath), { force: true });
};

/** One request. @returns whether it resumed an earlier partial download */
const transfer = async (
  file: RemoteFile,
  partialPath: string,
  { policy, signal, onBytes }: DownloadOptions,
): Promise<boolean> => {
  let there = await sizeOf(partialPath);
  if (there > file.bytes) {
    await forget(partialPath);
    there = 0;
  }
  onBytes?.(there);
  if (there === file.bytes) return true;
  const etag = await readFile(etagPath(partialPath), 'utf8').catch(() => undefined);
  const answer = await httpGet(file.url, {
    policy,
    signal,
    expectedStatuses: there > 0 ? [206, 416] : [],
    headers: {
      // Sizes and checksums are those of the bytes as they are stored.
      'accept-encoding': 'identity',
      ...(there > 0 ? { range: `bytes=${there}-` } : {}),
      ...(there > 0 && etag !== undefined ? { 'if-range': etag } : {}),
    },
  });
  const begin = beginOf(answer, there, file.bytes);
  if (begin === undefined) {
    await answer.discard();
    await forget(partialPath);
    const why = `${file.url} has a different size from the ${file.bytes} bytes in the catalogue.`;
    // Without the partial file this is a plain request, which the server may answer correctly.
    throw new CatalogueError(there > 0 ? 'unreachable' : 'damaged', why);
  }
  const newEtag = strongEtag(answer.headers);
  if (newEtag === undefined) await rm(etagPath(partialPath), { force: true });
  else await writeFile(etagPath(partialPath), newEtag);

  const target = await open(partialPath, begin > 0 ? 'a' : 'w', 0o644);
  let bytes = begin;
  onBytes?.(bytes);
  try {
    for await (const chunk of answer.chunks) {
      bytes += chunk.length;
      if (bytes > file.bytes) {
        throw new CatalogueError('damaged', `${file.url} sends more than ${file.bytes} bytes.`);
      }
      await target.writeFile(chunk);
      onBytes?.(bytes);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  if (bytes === file.bytes) return begin > 0;
  const why = `${file.url} ended after ${bytes} of ${file.bytes} bytes.`;
  throw new CatalogueError('unreachable', why);
};

/**
 * Downloads a file, resuming what an earlier attempt left at `partialPath`. When it resolves, the
 * file on the disk has the expected size and checksum. After an error, the partial file is kept for
 * the next attempt, unless it was damaged.
 *
 * @throws CatalogueError `unreachable`, `refused` or `damaged`
 */
const downloadFile = async (
  file: RemoteFile,
  partialPath: string,
  options: DownloadOptions,
): Promise<void> => {
  for (let isSecondTry = false; ; isSecondTry = true) {
    let there = await sizeOf(partialPath);
    let isResumed = there > 0;
    const onBytes = (bytes: number) => {
      there = bytes;
      options.onBytes?.(bytes);
    };
    const attempt = async () => {
      isResumed = (await transfer(file, partialPath, { ...options, onBytes })) || isResumed;
    };
    try {
      await retryTransfer(attempt, options.policy, options.signal, () => there);
    } catch (error) {
      if (error instanceof CatalogueError && error.kind === 'damaged') await forget(partialPath);
      throw error;
    }
    const fault = await fileFault(partialPath, file);
    await rm(etagPath(partialPath), { force: true });
    if (fault === undefined) return;
    await forget(partialPath);
    // The part may be from another file; try once more from the first byte.
    if (!isResumed || isSecondTry) {
      throw new CatalogueError('damaged', `The download of ${file.url} is damaged: it ${fault}.`);
    }
  }
};

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
    { policy: options.policy ?? DEFAULT_TRANSFER_POLICY, signal: options.signal, onBytes },
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
  await writeFile(
    join(folders.model, METADATA_FILE),
    `${JSON.stringify(metadataOf(set), null, 2)}\n`,
    { flush: true },
  );
  await syncDirectory(folders.model);
  options.signal.throwIfAborted();
  if (await exists(target)) await discardModel(options.modelsDirectory, set.id);
  await renameDurably(folders.model, target);
  await rm(workFolder, { recursive: true, force: true });
};

/**
 * Downloads one model and moves it into the models directory in one step. Whatever interrupts it,
 * the directory contains either the complete model or none; the next pull resumes the download.
 *
 * @throws CatalogueError `unreachable`, `refused`, `damaged`, `no-space`, `busy`, or `invalid` for a
 *   symbolic link in its place
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
    await requireNoLink(directory);
    await fetchModel(set, join(incoming, set.id), directory, options);
    const replaced = await olderVersions(modelsDirectory, set);
    for (const id of replaced) await discardModel(modelsDirectory, id);
    return { outcome: 'pulled', directory, replaced };
  } finally {
    await lock.release();
  }
};
