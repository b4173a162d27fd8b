import { AppError, isAppError } from '@dragoman/contract';

/** The database cannot be used, and an operator has to fix it; the message says where and why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The database cannot be reached now; a later retry makes sense. */
export class DatabaseOutage extends Error {
  override readonly name = 'DatabaseOutage';
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
  error instanceof DatabaseOutage ||
  (isAppError(error) && error.cause instanceof DatabaseOutage) ||
  isFileShortage(error);

/** The 503 of a request that the database, or room on the disk, would have been needed for. */
export const unavailableError = (cause: unknown, message?: string): AppError =>
  new AppError('unavailable', { retryAfterSeconds: 5, cause, message });

type Methods = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/**
 * Codes of errors that a later retry may not meet: the network, SQLSTATE of PostgreSQL (connections,
 * resources, deadlocks, time limits, shutdown, a read-only replica, who may connect) and SQLite (the
 * file or its disk).
 */
const UNAVAILABLE: readonly RegExp[] = [
  /^(E[A-Z]{3,}|EAI_AGAIN)$/,
  /^(08...|53...|57...|58...|28...|3D000|40001|40P01|55P03|25006|25P03)$/,
  /^SQLITE_(BUSY|LOCKED|IOERR|FULL|READONLY|CANTOPEN|NOMEM|INTERRUPT|PROTOCOL|CORRUPT|NOTADB)/,
];
/** What pg and Kysely say of their connections; these errors have no code. */
const WITHOUT_CODE: ReadonlySet<string> = new Set([
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
  'Cannot use a pool after calling end on the pool',
  'driver has already been destroyed',
]);

/** Whether the database could not be reached or used; anything else is a fault of the program. */
const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string'
    ? UNAVAILABLE.some((codes) => codes.test(code))
    : WITHOUT_CODE.has(error.message);
};

/** An outage of the database as `DatabaseOutage`; all other errors stay what they are. */
export const toOutage = (error: unknown): unknown =>
  isUnavailable(error)
    ? new DatabaseOutage('The database cannot be reached.', { cause: error })
    : error;

/** The same work; an outage of the database is thrown as `DatabaseOutage`. */
export const reportOutage = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error) => {
    throw toOutage(error);
  });

/** The same store; all of its methods throw an outage of the database as `DatabaseOutage`. */
export const withOutages = <Store extends { readonly [Name in keyof Store]: Methods[string] }>(
  store: Store,
): Store => {
  const methods = Object.entries<Methods[string]>(store).map(([name, method]) => [
    name,
    (...args: never[]) => reportOutage(method(...args)),
  ]);
  return Object.fromEntries(methods);
};
