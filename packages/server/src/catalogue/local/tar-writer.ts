import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Header } from 'tar';
import { CatalogueError } from '../catalogue-error.js';

const BLOCK_BYTES = 512;

const padding = (bytes: number): Buffer =>
  Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES);

/**
 * Header of an entry in the basic format that every tar reads (POSIX ustar). The same content gives
 * the same bytes.
 */
const headOf = (path: string, bytes: number): Buffer => {
  const head = Buffer.alloc(BLOCK_BYTES);
  const needsMore = new Header({
    path,
    size: bytes,
    mode: 0o644,
    mtime: new Date(0),
    type: 'File',
  }).encode(head);
  if (needsMore)
    throw new CatalogueError('invalid', `The name ${path} is too long for an archive.`);
  return head;
};

/** Appends an entry with the given content. */
export const writeEntry = async (
  archive: FileHandle,
  path: string,
  content: Buffer,
): Promise<void> => {
  await archive.writeFile(
    Buffer.concat([headOf(path, content.length), content, padding(content.length)]),
  );
};

/** Appends a file. @throws CatalogueError `damaged` when it does not have `bytes` bytes any more */
export const writeFileEntry = async (
  archive: FileHandle,
  path: string,
  file: { readonly path: string; readonly bytes: number },
): Promise<void> => {
  await archive.writeFile(headOf(path, file.bytes));
  let written = 0;
  for await (const chunk of createReadStream(file.path)) {
    written += chunk.length;
    if (written <= file.bytes) await archive.writeFile(chunk);
  }
  if (written !== file.bytes) {
    throw new CatalogueError('damaged', `${file.path} changed during the export.`);
  }
  await archive.writeFile(padding(file.bytes));
};

/** Two empty blocks end an archive. */
export const endArchive = (archive: FileHandle): Promise<void> =>
  archive.writeFile(Buffer.alloc(2 * BLOCK_BYTES));
