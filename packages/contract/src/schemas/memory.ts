import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;

/** What a translation memory may be; sizes are bytes of UTF-8. */
export const MEMORY_LIMITS = {
  nameBytes: 1024,
  /** Of the source text, and of each target text, in UTF-16 code units. */
  segmentCharacters: 4000,
  segmentsPerMemory: 1_000_000,
  targetLanguagesPerMemory: 50,
  memoriesPerKey: 1000,
  segmentsPerKey: 5_000_000,
  /** Of the TMX file. */
  importBytes: 1024 * MEBIBYTE,
  /** Imports that wait for their file, and exports that wait for their download. */
  openJobsPerKey: 100,
} as const;

/** Minimum similarity of a match where a request does not say, in percent. */
export const DEFAULT_MEMORY_THRESHOLD = 75;

const described = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.meta({ description });

const memoryId = described(z.uuid(), 'Identifies the translation memory.');
const jobId = described(z.uuid(), 'Identifies the job.');
const time = (description: string) => described(z.iso.datetime(), description);
const languageCode = (description: string) =>
  described(z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,4})?$/), description);

/** A translation memory without its segments. */
export const TRANSLATION_MEMORY = z.object({
  translation_memory_id: memoryId,
  name: described(z.string(), 'Its name.'),
  source_language: languageCode('Lower-case code of the source language.'),
  target_languages: described(
    z.array(languageCode('Lower-case code.')),
    'The languages it has translations in.',
  ),
  segment_count: described(z.int().min(0), 'Number of source segments.'),
  creation_time: time('When it was created.'),
  updated_time: time('When it was last changed.'),
});

export const TRANSLATION_MEMORIES = z.object({
  translation_memories: z.array(TRANSLATION_MEMORY),
  total_count: described(z.int().min(0), 'Number of translation memories on all pages.'),
});

/** One page of segments. */
export const MEMORY_SEGMENTS = z.object({
  segments: z.array(
    z.object({
      source_segment_id: z.string(),
      source_text: z.string(),
      targets: z.array(
        z.object({
          target_segment_id: z.string(),
          target_language: languageCode('Lower-case code.'),
          target_text: z.string(),
        }),
      ),
    }),
  ),
  segment_count: described(
    z.int().min(0),
    'Number of segments in the translation memory, whatever the filter.',
  ),
  next_page_cursor: described(
    z.string(),
    'Send it as `page_cursor` for the next page; absent on the last one. With a filter, a page may have fewer segments than were asked for, or none, although another one follows.',
  ).optional(),
});

const contentType = described(
  z.string().max(255),
  'Media type of the file. @default `application/xml`',
);
const contentLength = described(
  z.int().min(1).max(MEMORY_LIMITS.importBytes),
  'Size of the file in bytes.',
);
const fileName = described(z.string().min(1), 'Name of the TMX file.');

/** The body of `POST /v3/translation_memories/import`. */
export const MEMORY_IMPORT_REQUEST = z.object({
  source_file: z.object({
    file_name: fileName,
    content_length: contentLength,
    content_type: contentType.optional(),
  }),
  parameters: z
    .object({
      display_name: described(
        z.string().min(1),
        `Name of the translation memory, up to ${MEMORY_LIMITS.nameBytes} bytes; by default the file name.`,
      ).optional(),
    })
    .optional(),
});

/** The response to a request for an import. */
export const MEMORY_IMPORT = z.object({
  job_id: jobId,
  upload_url: described(z.url(), 'Send the file there with `PUT`, once and without a key.'),
  expires_at: time('When the address stops working.'),
});

/** The response to a request for an export. */
export const MEMORY_EXPORT = z.object({
  job_id: jobId,
  parameters: z.object({ translation_memory_id: memoryId }),
});

export const MEMORY_JOB_STATUSES = [
  'awaiting_input',
  'processing',
  'completed',
  'downloaded',
  'failed',
  'expired',
] as const;

/** An import or an export. */
export const MEMORY_JOB = z.object({
  job_id: jobId,
  product: z.literal('translation_memory'),
  operation: z.enum(['import', 'export']),
  creation_time: time('When it was created.'),
  updated_time: time('When its status last changed.'),
  source_file: z
    .object({ file_name: fileName, content_length: contentLength, content_type: contentType })
    .optional(),
  parameters: z
    .object({ display_name: z.string().optional(), translation_memory_id: memoryId.optional() })
    .optional(),
  results: described(
    z.array(
      z.object({
        status: z.enum(MEMORY_JOB_STATUSES),
        status_metadata: z.object({ required_action: z.string() }).optional(),
        download_url: described(z.url(), 'The TMX file; works once and without a key.').optional(),
        expires_at: time('When the address stops working.').optional(),
        error: z.object({ message: z.string() }).optional(),
        translation_memory_id: memoryId.optional(),
        skipped_segment_count: described(
          z.int().min(0),
          'Units of the file without a source or a usable translation.',
        ).optional(),
      }),
    ),
    'Exactly one.',
  ),
});

export type WireMemory = z.output<typeof TRANSLATION_MEMORY>;
export type WireMemories = z.output<typeof TRANSLATION_MEMORIES>;
export type WireMemorySegments = z.output<typeof MEMORY_SEGMENTS>;
export type WireMemoryImport = z.output<typeof MEMORY_IMPORT>;
export type WireMemoryExport = z.output<typeof MEMORY_EXPORT>;
export type WireMemoryJob = z.output<typeof MEMORY_JOB>;
export type MemoryJobStatus = (typeof MEMORY_JOB_STATUSES)[number];
