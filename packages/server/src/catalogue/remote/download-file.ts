import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { CatalogueError } from '../catalogue-error.js';
import { type FileChecksum, fileFault } from '../local/file-checksum.js';
import { type Answer, type AnswerHeaders, httpGet } from './http-get.js';
import { retryTransfer, type TransferPolicy } from './transfer-policy.js';

export interface RemoteFile extends FileChecksum {
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
const beginOf = ({ status, headers }: Answer, asked: number, total: number): number | undefined => {
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
export const downloadFile = async (
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
