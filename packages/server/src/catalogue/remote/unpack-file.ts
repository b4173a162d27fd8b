import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Decompress } from 'fzstd';
import { CatalogueError } from '../catalogue-error.js';
import type { FileChecksum } from '../local/file-checksum.js';

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
