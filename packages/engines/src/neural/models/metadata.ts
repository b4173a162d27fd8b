import * as z from 'zod';

/** The name of the file that makes a folder a model folder. */
export const METADATA_FILE = 'metadata.json';

/** The shape of `metadata.json` this version reads and writes. */
const METADATA_FORMAT_VERSION = 1;

// A plain name keeps a metadata file from pointing anywhere but into its own folder.
const fileName = z.string().regex(/^(?!\.)[A-Za-z0-9._-]{1,200}$/, 'a plain file name');

const modelFile = z.strictObject({
  name: fileName,
  bytes: z.int().min(1).max(4_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal digits'),
});

const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3}|-[A-Z]{2}|-[0-9]{3})?$/, 'a language tag such as de or pt-BR');

const attribution = z.strictObject({
  name: z.string().min(1).max(300),
  license: z.string().min(1).max(300),
  /** How many sentence pairs of it the model was trained on. */
  pairs: z.int().min(0).optional(),
});

const pair = z.strictObject({
  source: languageTag,
  target: languageTag,
  /** Put before every text, with a blank, where a multilingual model wants it: `>>de<<`. */
  prefix: z.string().min(1).max(64).optional(),
  /**
   * What asks for a form of address, where the model has learnt it: put before every text, with a
   * blank, and before the prefix of the language where there is one.
   */
  formality: z
    .strictObject({ formal: z.string().min(1).max(64), informal: z.string().min(1).max(64) })
    .optional(),
  /** How well the pair is translated, and on which test set that was found. */
  scores: z
    .strictObject({
      testSet: z.string().min(1).max(64),
      bleu: z.number().min(0).max(100),
      chrf: z.number().min(0).max(100),
    })
    .optional(),
});

const files = z
  .strictObject({
    /** Marian's binary format. */
    model: modelFile,
    /** SentencePiece, for both languages. */
    vocabulary: modelFile.optional(),
    sourceVocabulary: modelFile.optional(),
    targetVocabulary: modelFile.optional(),
    /** Marian's binary lexical shortlist. */
    shortlist: modelFile.optional(),
    /** Words and short phrases with their translations, see `shortcuts/phrase-book.ts`. */
    phraseBook: modelFile.optional(),
  })
  .refine(
    ({ vocabulary, sourceVocabulary, targetVocabulary }) =>
      vocabulary
        ? sourceVocabulary === undefined && targetVocabulary === undefined
        : sourceVocabulary !== undefined && targetVocabulary !== undefined,
    'either "vocabulary" or both "sourceVocabulary" and "targetVocabulary"',
  );

/** What `metadata.json` of a model folder holds. */
export const modelMetadataSchema = z.strictObject({
  formatVersion: z.literal(METADATA_FORMAT_VERSION),
  /** The folder's name, too. */
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'letters, digits, dots, dashes'),
  pairs: z.array(pair).min(1).max(1000),
  /** `tiny`, `base`, `base-memory` or another name of a shape. */
  architecture: z.string().min(1).max(64),
  modelType: z.enum(['latency_optimized', 'quality_optimized']),
  version: z.string().min(1).max(64),
  /** A small model that came with the product; other models go before it. */
  isStarter: z.boolean().optional(),
  /**
   * How many translations the search keeps at every step. More than one helps models that were
   * trained on human translations; students of larger models were made for one. @default 1
   */
  beamSize: z.int().min(1).max(8).optional(),
  /** SPDX expression where there is one. */
  license: z.string().min(1).max(200),
  /** Where it comes from, for people. */
  origin: z.string().max(2000).optional(),
  /** Whose text it was trained on. */
  attributions: z.array(attribution).max(200).optional(),
  /** Scores and how they were found, in whatever form the maker has them. */
  evaluation: z.record(z.string(), z.unknown()).optional(),
  files,
});

export type ModelMetadata = z.infer<typeof modelMetadataSchema>;
export type ModelFile = z.infer<typeof modelFile>;

/** All files a model folder must hold beside `metadata.json`. */
export const filesOf = ({ files: rows }: ModelMetadata): readonly ModelFile[] =>
  [
    rows.model,
    rows.vocabulary,
    rows.sourceVocabulary,
    rows.targetVocabulary,
    rows.shortlist,
    rows.phraseBook,
  ].filter((file) => file !== undefined);

/** The vocabularies in the order the engine wants them: one for both languages, or two. */
export const vocabulariesOf = ({ files: rows }: ModelMetadata): readonly ModelFile[] =>
  [rows.vocabulary, rows.sourceVocabulary, rows.targetVocabulary].filter(
    (file) => file !== undefined,
  );

/**
 * Reads the text of a `metadata.json`.
 *
 * @throws Error with a sentence that names the first thing wrong.
 */
export const parseModelMetadata = (text: string): ModelMetadata => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${METADATA_FILE} is not JSON`);
  }
  const outcome = modelMetadataSchema.safeParse(value);
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  const place = issue?.path.join('.') || 'the whole';
  throw new Error(`${METADATA_FILE}: ${place}: ${issue?.message}`);
};
