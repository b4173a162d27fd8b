import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MEBIBYTE } from '@dragoman/contract';
import { filesOf, METADATA_FILE } from '@dragoman/engines/neural/metadata';
import { Header } from 'tar';
import * as z from 'zod';
import { exists, renameDurably } from '../../../platform/files.js';
import { CatalogueError } from '../catalogue-error.js';
import { MAX_MODEL_FILE_BYTES } from '../remote/records.js';
import {
  checksumOf,
  type InstalledModel,
  requireSpace,
  SAFE_MODEL_ID,
  verifyModel,
} from './models-directory.js';

const describeModel = async (model: InstalledModel): Promise<ArchiveModel> => {
  const faults = await verifyModel(model.directory, model.id);
  if (faults.length > 0) {
    throw new CatalogueError('damaged', `Damaged models cannot be exported: ${faults.join('; ')}.`);
  }
  const metadata = await checksumOf(join(model.directory, METADATA_FILE));
  return {
    id: model.id,
    files: [
      ...filesOf(model.metadata).map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
      { name: METADATA_FILE, ...metadata },
    ],
  };
};

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
const writeFileEntry = async (
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

const writeArchive = async (
  archive: FileHandle,
  manifest: ArchiveManifest,
  models: readonly InstalledModel[],
  signal: AbortSignal,
): Promise<void> => {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeEntry(archive, MANIFEST_NAME, Buffer.from(text));
  for (const described of manifest.models) {
    const directory = models.find((model) => model.id === described.id)?.directory ?? '';
    for (const file of described.files) {
      signal.throwIfAborted();
      const path = join(directory, file.name);
      await writeFileEntry(archive, entryPath(described, file), { path, bytes: file.bytes });
    }
  }
  await endArchive(archive);
  await archive.sync();
};

/**
 * Writes models into one file: a tar whose first entry, `manifest.json`, has the checksum of every
 * other. The file gets its name only when it is complete.
 *
 * @returns bytes of all models together
 * @throws CatalogueError `invalid` when the file exists, `damaged` when a model is
 */
export const exportModels = async (
  models: readonly InstalledModel[],
  archivePath: string,
  signal: AbortSignal,
): Promise<number> => {
  if (models.length === 0) throw new CatalogueError('unknown', 'There is no model to export.');
  if (await exists(archivePath)) {
    throw new CatalogueError('invalid', `${archivePath} already exists and is not overwritten.`);
  }
  const described: ArchiveModel[] = [];
  for (const model of models) described.push(await describeModel(model));
  const manifest = { format: 'dragoman-models', formatVersion: 1, models: described } as const;
  const bytes = described
    .flatMap((model) => model.files)
    .reduce((total, file) => total + file.bytes, 0);
  await requireSpace(dirname(archivePath), bytes);
  const partialPath = `${archivePath}.${randomUUID()}.partial`;
  try {
    const archive = await open(partialPath, 'wx', 0o644);
    try {
      await writeArchive(archive, manifest, models, signal);
    } finally {
      await archive.close();
    }
    await renameDurably(partialPath, archivePath);
  } finally {
    await rm(partialPath, { force: true });
  }
  return bytes;
};

/** First entry of an archive; it lists all others. */
export const MANIFEST_NAME = 'manifest.json';
export const MAX_MANIFEST_BYTES = 4 * MEBIBYTE;
const MAX_MODELS = 1000;
const MAX_FILES_OF_A_MODEL = 20;

const fileSchema = z.object({
  name: z.string().regex(/^(?!\.)[A-Za-z0-9._-]{1,200}$/),
  bytes: z.int().min(1).max(MAX_MODEL_FILE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const isUnique = (names: readonly string[]): boolean => new Set(names).size === names.length;

const manifestSchema = z.object({
  format: z.literal('dragoman-models'),
  formatVersion: z.literal(1),
  models: z
    .array(
      z.object({
        id: z.string().regex(SAFE_MODEL_ID),
        /** All files of the model's folder, the metadata among them. */
        files: z
          .array(fileSchema)
          .min(2)
          .max(MAX_FILES_OF_A_MODEL)
          .refine((files) => isUnique(files.map((file) => file.name)))
          .refine((files) => files.some((file) => file.name === METADATA_FILE)),
      }),
    )
    .min(1)
    .max(MAX_MODELS)
    .refine((models) => isUnique(models.map((model) => model.id))),
});

/** What an archive holds: models, and every file of them with its size and checksum. */
export type ArchiveManifest = z.infer<typeof manifestSchema>;
export type ArchiveModel = ArchiveManifest['models'][number];
export type ArchiveFile = ArchiveModel['files'][number];

/** @throws CatalogueError `invalid` if the text is not a manifest of this version */
export const readManifest = (text: string): ArchiveManifest => {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new CatalogueError(
      'invalid',
      `The archive's ${MANIFEST_NAME} was not written by dragoman models export.`,
      { cause: error },
    );
  }
};

/** The entry's path in the archive. */
export const entryPath = (model: ArchiveModel, file: ArchiveFile): string =>
  `${model.id}/${file.name}`;
