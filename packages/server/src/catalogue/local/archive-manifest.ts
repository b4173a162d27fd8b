import { MEBIBYTE } from '@dragoman/contract';
import { METADATA_FILE } from '@dragoman/engines/neural/metadata';
import * as z from 'zod';
import { CatalogueError } from '../catalogue-error.js';
import { MAX_MODEL_FILE_BYTES } from '../remote/records.js';
import { SAFE_MODEL_ID } from './models-directory.js';

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
