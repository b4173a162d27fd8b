import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf } from '@dragoman/engines/neural/metadata';
import { readModelMetadata } from '@dragoman/engines/neural/model-folder';

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
