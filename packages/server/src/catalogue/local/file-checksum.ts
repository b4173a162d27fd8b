import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';

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
