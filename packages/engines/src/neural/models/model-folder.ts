import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { METADATA_FILE, type ModelMetadata, parseModelMetadata } from './metadata.js';

const MAX_METADATA_BYTES = 1_000_000;

/**
 * The names of the folders in a models directory, in order; links to folders count. Folders with a
 * leading dot are drafts and left out.
 *
 * @throws the file system's error when the directory cannot be read
 */
export const modelFolderNames = async (directory: string): Promise<readonly string[]> => {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.name.startsWith('.'))
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
};

const CODES = ['EMFILE', 'ENFILE'];

/** Whether a file could not be opened only because too many others are open. */
export const isOutOfFiles = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(String(error.code));

/** The metadata of the model `id` in its folder, or why that is no model, in words after a colon. */
export const readModelMetadata = async (
  folder: string,
  id: string,
): Promise<ModelMetadata | { readonly reason: string }> => {
  const path = join(folder, METADATA_FILE);
  try {
    const status = await stat(path).catch(() => undefined);
    if (!status?.isFile()) return { reason: `${METADATA_FILE} is missing` };
    if (status.size > MAX_METADATA_BYTES) return { reason: `${METADATA_FILE} is too large` };
    const metadata = parseModelMetadata(await readFile(path, 'utf8'));
    return metadata.id === id ? metadata : { reason: `${METADATA_FILE} belongs to ${metadata.id}` };
  } catch (error) {
    if (isOutOfFiles(error)) throw error;
    return { reason: error instanceof Error ? error.message : String(error) };
  }
};
