import type { WireMemory, WireMemoryJob, WireMemorySegments } from '@dragoman/contract';
import type { MemoryJobRecord } from './memory-job-record.js';
import type { MemoryRecord, StoredSegment } from './memory-record.js';

// Existing clients need the fractions of a second, which `toISOString` always writes.
export const toTime = (ms: number): string => new Date(ms).toISOString();

export const toWireMemory = (memory: MemoryRecord): WireMemory => ({
  translation_memory_id: memory.id,
  name: memory.name,
  source_language: memory.sourceLanguage.toLowerCase(),
  target_languages: memory.targetLanguages.map((language) => language.toLowerCase()),
  segment_count: memory.segmentCount,
  creation_time: toTime(memory.createdAtMs),
  updated_time: toTime(memory.createdAtMs),
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
  creation_time: toTime(job.createdAtMs),
  updated_time: toTime(job.updatedAtMs),
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
    ...(isWaiting && { expires_at: toTime(expiresAtMs) }),
    ...(errorMessage !== null && { error: { message: errorMessage } }),
    ...(memoryId !== null && { translation_memory_id: memoryId }),
    ...(skippedCount !== null && { skipped_segment_count: skippedCount }),
  };
};
