import { AppError } from '@dragoman/contract';

/** The database cannot be used, and an operator has to fix it; the message says where and why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The database cannot be reached now; a later retry makes sense. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The 503 of a request that the database would have been needed for. */
export const storeUnavailable = (cause: unknown, message?: string): AppError =>
  new AppError('unavailable', { retryAfterSeconds: 5, cause, message });
