import { AppError, isAppError } from '@dragoman/contract';

/** The database cannot be used, and an operator has to fix it; the message says where and why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The database cannot be reached now; a later retry makes sense. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * Codes of files that cannot be written or opened now: a disk without room, no descriptor free, a
 * disk that fails, or that the system has made read-only because it failed.
 */
const SHORTAGES = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EROFS', 'EIO']);

/** Whether a file could not be written or opened for a reason that is nobody's fault and passes. */
export const isFileShortage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && SHORTAGES.has(String(error.code));

/** Whether a failure is over by itself when the disk has room or the database is back. */
export const isTemporaryStoreFailure = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  (isAppError(error) && error.cause instanceof StoreUnavailable) ||
  isFileShortage(error);

/** The 503 of a request that the database, or room on the disk, would have been needed for. */
export const storeUnavailable = (cause: unknown, message?: string): AppError =>
  new AppError('unavailable', { retryAfterSeconds: 5, cause, message });
