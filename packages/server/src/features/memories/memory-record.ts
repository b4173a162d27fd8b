import {
  AppError,
  type LanguageTag,
  MEMORY_LIMITS,
  type WireMemory,
  type WireMemoryJob,
  type WireMemorySegments,
} from '@dragoman/contract';
import type { CodedText } from '@dragoman/core';
import { yieldToLoop } from '@dragoman/core/event-loop';
import type { OwnedId } from '../../platform/accounts/caller.js';
import type { AuditEntry } from '../../platform/audit-entry.js';
import { toIsoTime } from '../../platform/times.js';

/** A translation memory without its segments. It never changes. */
export interface MemoryRecord {
  readonly id: string;
  /** Names it in the tables of its segments. */
  readonly number: number;
  /** Id of the API key it belongs to. */
  readonly ownerId: string;
  readonly name: string;
  readonly sourceLanguage: LanguageTag;
  /** Base languages and variants. */
  readonly targetLanguages: readonly LanguageTag[];
  readonly segmentCount: number;
  /** The index has two to the power of this many buckets. */
  readonly bucketBits: number;
  readonly createdAtMs: number;
}

/** A memory whose segments are about to be stored; nobody sees it until it is finished. */
export type NewMemory = Pick<MemoryRecord, 'id' | 'number' | 'ownerId' | 'name' | 'createdAtMs'>;

/** What is known of a memory when all its segments are stored. */
export type FinishedMemory = Pick<
  MemoryRecord,
  'sourceLanguage' | 'targetLanguages' | 'segmentCount' | 'bucketBits'
>;

/** The job of an import that has got this far. */
export interface ImportJob {
  readonly id: string;
  readonly skippedCount: number;
}

/** The translation of a segment. */
export interface StoredTarget extends CodedText {
  readonly language: LanguageTag;
}

/** A source text with its translations, one per language. */
export interface StoredSegment extends CodedText {
  /** Its place in the memory, from 0. */
  readonly position: number;
  readonly targets: readonly StoredTarget[];
}

/** A segment with what it is found by. */
export interface NewSegment extends StoredSegment {
  /** The source as it is compared. */
  readonly form: string;
}

/** A segment with its translation in one language, to be compared with a text. */
export interface Candidate {
  /** The source as it is compared. */
  readonly form: string;
  readonly source: CodedText;
  readonly target: CodedText;
}

/** What the index has for some grams: packed places of segments. */
export interface PostingBucket {
  readonly bucket: number;
  readonly bytes: Uint8Array;
}

/** Maximum of what one key may have. */
export interface MemoryQuota {
  readonly memories: number;
  /** Of all its memories. */
  readonly segments: number;
}

/** Which part of a {@link MemoryQuota} would be exceeded. */
export type MemoryQuotaPart = keyof MemoryQuota;

/**
 * Where translation memories are kept. One that is being imported is seen by nobody before it is
 * finished, and one that was removed by nobody any more. Every method may reject with
 * `DatabaseOutage`.
 */
export interface MemoryStore {
  begin(memory: NewMemory): Promise<void>;
  /** @returns false if the import was given up meanwhile; nothing is stored then */
  addSegments(number: number, segments: readonly NewSegment[], nowMs: number): Promise<boolean>;
  /** @returns false if the import was given up meanwhile */
  addPostings(number: number, postings: readonly PostingBucket[], nowMs: number): Promise<boolean>;
  /**
   * Makes a memory visible as a whole, and completes the job it was made by: both or none, so that an
   * import that is interrupted here is not done twice.
   *
   * @returns what would be exceeded, and it stays hidden then
   */
  finish(
    memory: NewMemory,
    finished: FinishedMemory,
    quota: MemoryQuota,
    by: { readonly audit: AuditEntry; readonly job?: ImportJob },
  ): Promise<MemoryQuotaPart | undefined>;
  /** The oldest first. */
  list(
    ownerId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly memories: readonly MemoryRecord[]; readonly total: number }>;
  find(id: OwnedId): Promise<MemoryRecord | undefined>;
  /** Segments from a position on, in order. */
  readSegments(number: number, from: number, limit: number): Promise<readonly StoredSegment[]>;
  /**
   * The segments with one of these texts and a translation into a language, in order; of a text that
   * very many have, only the last ones.
   */
  findEqual(
    number: number,
    language: LanguageTag,
    forms: readonly string[],
  ): Promise<readonly Candidate[]>;
  /** The postings of buckets of the index, the smallest first: at most `maxBytes` of them. */
  readBuckets(
    number: number,
    buckets: readonly number[],
    maxBytes: number,
  ): Promise<readonly Uint8Array[]>;
  /** The segments at these places that have a translation into a language, in the order given. */
  readCandidates(
    number: number,
    language: LanguageTag,
    positions: readonly number[],
  ): Promise<readonly Candidate[]>;
  /** @returns false if there is none */
  remove(id: OwnedId, audit: AuditEntry): Promise<boolean>;
  /** Gives up an import. */
  abandon(number: number): Promise<void>;
  /** Memories that were removed, and imports that nobody has worked on since a moment. */
  listRemoved(idleSinceMs: number): Promise<readonly number[]>;
  /** Deletes a part of such a memory. @returns whether nothing is left */
  purge(number: number): Promise<boolean>;
}

export const MEMORY_QUOTA: MemoryQuota = {
  memories: MEMORY_LIMITS.memoriesPerKey,
  segments: MEMORY_LIMITS.segmentsPerKey,
};

/** The error for a key that has too much. */
export const exceeds = (part: MemoryQuotaPart): AppError => {
  const most = { memories: 'translation memories', segments: 'segments of translation memories' };
  return new AppError('quota_exceeded', {
    message: `A key may have ${MEMORY_QUOTA[part]} ${most[part]}. Delete memories that are not used.`,
  });
};

/** An import works on its memory at least this often. */
const IDLE_MS = 600_000;

/**
 * Deletes what memories that were removed, and imports that ended early, have left in the database,
 * in small steps.
 */
export const purgeRemoved = async (
  store: Pick<MemoryStore, 'listRemoved' | 'purge'>,
  { nowMs, signal }: { readonly nowMs: number; readonly signal: AbortSignal },
): Promise<void> => {
  for (const number of await store.listRemoved(nowMs - IDLE_MS)) {
    while (!(await store.purge(number))) {
      await yieldToLoop();
      if (signal.aborted) return;
    }
  }
};

/** What has become of a job; `awaiting_input` and `processing` only happen to imports. */
type MemoryJobState = 'awaiting_input' | 'processing' | 'completed' | 'downloaded' | 'failed';

/** An import of a file, or an export to one. */
export interface MemoryJobRecord {
  readonly id: string;
  /** Id of the API key it belongs to. */
  readonly ownerId: string;
  readonly operation: 'import' | 'export';
  readonly state: MemoryJobState;
  /** In the address of its file; anyone who knows it may send or get the file. */
  readonly token: string;
  /** Of the memory; null until an import is done. */
  readonly memoryId: string | null;
  /** Of the memory to be created; null for an export. */
  readonly name: string | null;
  readonly sourceFile: SourceFile | null;
  /** Units of the file that are not in the memory. */
  readonly skippedCount: number | null;
  /** Why it failed, in words for its owner. */
  readonly errorMessage: string | null;
  /** How often the import was begun. */
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** From then on the address of its file does not work. */
  readonly expiresAtMs: number;
}

/** The file of an import, as it was announced. */
interface SourceFile {
  readonly name: string;
  readonly contentType: string;
  readonly contentLength: number;
}

/** What changes of a job; what is left out stays. */
export type MemoryJobChange = Partial<
  Pick<MemoryJobRecord, 'memoryId' | 'skippedCount' | 'errorMessage' | 'attempts'>
> &
  Pick<MemoryJobRecord, 'state' | 'updatedAtMs'>;

/** Imports that are not done, and exports that were not downloaded. */
interface OpenJobs {
  readonly jobs: number;
  /** Of the files of imports. */
  readonly bytes: number;
}

/** Where the jobs are kept. Every method may reject with `DatabaseOutage`. */
export interface MemoryJobStore {
  /** @returns false, and nothing is stored, if the owner would have too much open */
  insert(job: MemoryJobRecord, maxOpen: OpenJobs): Promise<boolean>;
  find(id: string): Promise<MemoryJobRecord | undefined>;
  /** The newest export of a memory that can still be downloaded. */
  findExport(
    ownerId: string,
    memoryId: string,
    nowMs: number,
  ): Promise<MemoryJobRecord | undefined>;
  /** @returns whether the job had the given state; of several callers, one gets it */
  change(id: string, from: MemoryJobRecord['state'], change: MemoryJobChange): Promise<boolean>;
  /** Forgets the jobs that expired before a moment. */
  removeExpired(beforeMs: number): Promise<void>;
}

export const toWireMemory = (memory: MemoryRecord): WireMemory => ({
  translation_memory_id: memory.id,
  name: memory.name,
  source_language: memory.sourceLanguage.toLowerCase(),
  target_languages: memory.targetLanguages.map((language) => language.toLowerCase()),
  segment_count: memory.segmentCount,
  creation_time: toIsoTime(memory.createdAtMs),
  updated_time: toIsoTime(memory.createdAtMs),
});

export const toWireSegment = ({
  position,
  text,
  targets,
}: StoredSegment): WireMemorySegments['segments'][number] => ({
  source_segment_id: String(position),
  source_text: text,
  targets: targets.map((target) => ({
    target_segment_id: `${position}-${target.language.toLowerCase()}`,
    target_language: target.language.toLowerCase(),
    target_text: target.text,
  })),
});

type WireResult = WireMemoryJob['results'][number];

/** @param fileUrl where the file of the job is sent or downloaded */
export const toWireJob = (
  job: MemoryJobRecord,
  { fileUrl, nowMs }: { readonly fileUrl: string; readonly nowMs: number },
): WireMemoryJob => ({
  job_id: job.id,
  product: 'translation_memory',
  operation: job.operation,
  creation_time: toIsoTime(job.createdAtMs),
  updated_time: toIsoTime(job.updatedAtMs),
  ...(job.sourceFile && {
    source_file: {
      file_name: job.sourceFile.name,
      content_length: job.sourceFile.contentLength,
      content_type: job.sourceFile.contentType,
    },
  }),
  parameters: {
    ...(job.name !== null && { display_name: job.name }),
    ...(job.operation === 'export' &&
      job.memoryId !== null && { translation_memory_id: job.memoryId }),
  },
  results: [resultOf(job, fileUrl, nowMs)],
});

const resultOf = (job: MemoryJobRecord, fileUrl: string, nowMs: number): WireResult => {
  const { state, operation, expiresAtMs, memoryId, skippedCount, errorMessage } = job;
  const isWaiting = state === 'awaiting_input' || (operation === 'export' && state === 'completed');
  if ((isWaiting || state === 'processing') && expiresAtMs <= nowMs) return { status: 'expired' };
  return {
    status: state,
    ...(state === 'awaiting_input' && { status_metadata: { required_action: 'upload_file' } }),
    ...(isWaiting && operation === 'export' && { download_url: fileUrl }),
    ...(isWaiting && { expires_at: toIsoTime(expiresAtMs) }),
    ...(errorMessage !== null && { error: { message: errorMessage } }),
    ...(memoryId !== null && { translation_memory_id: memoryId }),
    ...(skippedCount !== null && { skipped_segment_count: skippedCount }),
  };
};
