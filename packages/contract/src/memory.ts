import * as z from 'zod';
import {
  described,
  nameSchemas,
  queryFlag,
  REQUEST_SCHEMAS,
  RESPONSE_SCHEMAS,
  shortName,
  time,
  unlessNull,
  wholeNumber,
} from './parameters.js';
import { GIBIBYTE } from './sizes.js';

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
  importBytes: GIBIBYTE,
  /** Imports that are not done, and exports that wait for their download. */
  openJobsPerKey: 100,
  /** Of the files of such imports, as they were announced. */
  openBytesPerKey: 4 * GIBIBYTE,
} as const;

/** Minimum similarity of a match where a request does not say, in percent. */
export const DEFAULT_MEMORY_THRESHOLD = 75;

const memoryId = described(z.uuid(), 'Identifies the translation memory.');
const jobId = described(z.uuid(), 'Identifies the job.');
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

const CONTENT_TYPE = 'Media type of the file. @default `application/xml`';
const CONTENT_LENGTH = 'Size of the file in bytes.';
const SIZE = 'It is the size of the file in bytes.';
const MEDIA_TYPE = 'It must be a media type such as application/xml.';
const FILE_NAME = 'Name of the TMX file.';

/** An import that was asked for; its file follows. */
export interface SentMemoryImport {
  /** Of the translation memory. */
  readonly name: string;
  readonly fileName: string;
  readonly contentType: string;
  /** Size of the file in bytes. */
  readonly contentLength: number;
}

/** The body of `POST /v3/translation_memories/import`. */
export const IMPORT_MEMORY_BODY = z
  .object({
    source_file: z.object({
      file_name: described(shortName(MEMORY_LIMITS.nameBytes), FILE_NAME),
      content_length: described(
        z.int(SIZE).min(1, SIZE).max(MEMORY_LIMITS.importBytes, SIZE),
        CONTENT_LENGTH,
      ),
      content_type: described(
        unlessNull(
          z
            .string()
            .max(255, MEDIA_TYPE)
            .regex(/^[\x21-\x7e][\x20-\x7e]*$/, MEDIA_TYPE)
            .optional(),
        ),
        CONTENT_TYPE,
      ),
    }),
    parameters: unlessNull(
      z
        .object({
          display_name: described(
            unlessNull(shortName(MEMORY_LIMITS.nameBytes).optional()),
            `Name of the translation memory, up to ${MEMORY_LIMITS.nameBytes} bytes; by default the file name.`,
          ),
        })
        .optional(),
    ),
  })
  .transform(
    ({ source_file: file, parameters }): SentMemoryImport => ({
      name: parameters?.display_name ?? file.file_name,
      fileName: file.file_name,
      contentType: file.content_type ?? 'application/xml',
      contentLength: file.content_length,
    }),
  );

const MEMORY_PAGE = { max: 25, default: 10 } as const;
const SEGMENT_PAGE = { max: 100, default: 50 } as const;
const FILTER_CHARACTERS = { min: 2, max: 500 } as const;
const MAX_CURSOR_CHARACTERS = 1000;

const pageSize = (size: { readonly max: number; readonly default: number }) =>
  wholeNumber(1, size.max, size.default, { reason: `It must be a number from 1 to ${size.max}.` });

/** A page of the list of translation memories. */
export type MemoryPage = z.output<typeof MEMORY_PAGE_QUERY>;

/** The query of `GET /v3/translation_memories`. */
export const MEMORY_PAGE_QUERY = z
  .object({
    page: described(wholeNumber(0, 999_999_999, 0), 'Number of the page, from 0 (default).', '0'),
    page_size: described(
      pageSize(MEMORY_PAGE),
      `Memories on a page: 1 to ${MEMORY_PAGE.max}, by default ${MEMORY_PAGE.default}.`,
      '10',
    ),
  })
  .transform(({ page, page_size }) => ({
    /** From 0. */
    page,
    pageSize: page_size,
  }));

/** A page of the segments of a translation memory. */
export interface SegmentPage {
  readonly pageSize: number;
  readonly cursor: string | undefined;
  readonly filter: SegmentFilter | undefined;
}

/** Chooses segments with a text in their source or in a target. */
export interface SegmentFilter {
  readonly text: string;
  readonly isCaseSensitive: boolean;
}

const FILTER = `It has ${FILTER_CHARACTERS.min} to ${FILTER_CHARACTERS.max} characters.`;

/** The query of `GET /v3/translation_memories/{translation_memory_id}/segments`. */
export const SEGMENT_PAGE_QUERY = z
  .object({
    page_size: described(
      pageSize(SEGMENT_PAGE),
      `Segments on a page: 1 to ${SEGMENT_PAGE.max}, by default ${SEGMENT_PAGE.default}.`,
      '50',
    ),
    // Without an example: one is only valid together with the previous page.
    page_cursor: z.string().max(MAX_CURSOR_CHARACTERS, '').optional(),
    filter_text: described(
      z.string().min(FILTER_CHARACTERS.min, FILTER).max(FILTER_CHARACTERS.max, FILTER).optional(),
      'Only segments with this text, in any of their languages.',
      'morning',
    ),
    filter_case_sensitive: described(
      queryFlag,
      'Whether capital and small letters differ for the filter.',
      'false',
    ),
  })
  .transform(
    ({
      page_size: pageSize,
      page_cursor: cursor,
      filter_text: text,
      filter_case_sensitive: isCaseSensitive,
    }): SegmentPage => ({
      pageSize,
      cursor,
      filter: text === undefined ? undefined : { text, isCaseSensitive },
    }),
  );

const contentType = described(z.string().max(255), CONTENT_TYPE);
const contentLength = described(z.int().min(1).max(MEMORY_LIMITS.importBytes), CONTENT_LENGTH);
const fileName = described(z.string().min(1), FILE_NAME);

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

nameSchemas(REQUEST_SCHEMAS, {
  TranslationMemoryImportRequest: IMPORT_MEMORY_BODY,
});
nameSchemas(RESPONSE_SCHEMAS, {
  TranslationMemory: TRANSLATION_MEMORY,
  TranslationMemories: TRANSLATION_MEMORIES,
  TranslationMemorySegments: MEMORY_SEGMENTS,
  TranslationMemoryImport: MEMORY_IMPORT,
  TranslationMemoryExport: MEMORY_EXPORT,
  TranslationMemoryJob: MEMORY_JOB,
});
