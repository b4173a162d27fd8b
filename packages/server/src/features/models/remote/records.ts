import { MEBIBYTE } from '@dragoman/contract';
import * as z from 'zod';

/** Maximum size of a model file in bytes, compressed or not. The largest known ones have 65 MB. */
export const MAX_MODEL_FILE_BYTES = 512 * MEBIBYTE;

/** A plain file name: no folder, no hidden file, no characters special to a shell. */
const SAFE_FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const fileBytes = z.int().min(1).max(MAX_MODEL_FILE_BYTES);

const FILE_TYPES = ['model', 'lex', 'vocab', 'srcvocab', 'trgvocab'] as const;
export type FileType = (typeof FILE_TYPES)[number];

/**
 * One record of the Remote Settings collection `translations-models-v2`: one file of one model.
 * `attachment` describes the file as it is sent (zstd), `decompressed…` what is inside it.
 */
const recordSchema = z.object({
  id: z.string().max(200),
  name: z
    .string()
    .regex(SAFE_FILE_NAME)
    .refine((name) => name !== 'metadata.json'),
  fileType: z.enum(FILE_TYPES),
  architecture: z.string().max(100),
  version: z.string().max(50),
  sourceLanguage: z.string().max(35),
  targetLanguage: z.string().max(35),
  filter_expression: z.string().max(1000).default(''),
  decompressedSize: fileBytes,
  decompressedHash: sha256,
  attachment: z.object({
    size: fileBytes,
    hash: sha256,
    // Joined to the address of the attachments, so it must not lead anywhere else.
    location: z.string().regex(/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._~/-]{0,500}$/),
  }),
});

export type ModelRecord = z.infer<typeof recordSchema>;

const nameOf = (value: unknown): string => {
  const { name, id } = (value ?? {}) as { name?: unknown; id?: unknown };
  return JSON.stringify(name ?? id ?? null)?.slice(0, 80);
};

/** The records that can be used, and a line about each that cannot. */
export const readRecords = (
  values: readonly unknown[],
): { readonly records: readonly ModelRecord[]; readonly leftOut: readonly string[] } => {
  const records: ModelRecord[] = [];
  const leftOut: string[] = [];
  for (const value of values) {
    const result = recordSchema.safeParse(value);
    if (result.success) records.push(result.data);
    else {
      const fields = result.error.issues.map((issue) => issue.path.join('.') || 'record');
      leftOut.push(`record ${nameOf(value)}: not understood (${[...new Set(fields)].join(', ')})`);
    }
  }
  return { records, leftOut };
};
