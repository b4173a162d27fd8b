import { AppError, MEMORY_LIMITS } from '@dragoman/contract';
import type { MemoryQuota, MemoryQuotaPart } from './memory-record.js';

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

export const memoryNotFound = (): AppError =>
  new AppError('not_found', { message: 'Translation memory not found' });
