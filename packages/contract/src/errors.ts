/**
 * Every error the service can return. One row per code; nothing else decides a status.
 *
 * `isRetryable` says whether sending the same request again later can succeed.
 */
export const ERRORS = {
  invalid_parameter: { status: 400, message: 'Bad request.', isRetryable: false },
  language_not_installed: { status: 400, message: 'Language not installed.', isRetryable: false },
  pair_not_installed: { status: 400, message: 'Language pair not installed.', isRetryable: false },
  language_model_missing: {
    status: 400,
    message: 'This needs a language model, and none is configured.',
    isRetryable: false,
  },
  invalid_file: { status: 400, message: 'Invalid file data.', isRetryable: false },
  malformed_body: {
    status: 400,
    message: 'The request body could not be parsed.',
    isRetryable: false,
  },
  password_required: { status: 401, message: 'This page asks for a password.', isRetryable: false },
  unauthorized: {
    status: 403,
    message: 'Authorization failed: missing or wrong API key.',
    isRetryable: false,
  },
  browser_refused: {
    status: 403,
    message:
      'Browsers may not call this service directly. Call it from your own server, which keeps the API key.',
    isRetryable: false,
  },
  not_found: { status: 404, message: 'There is nothing at this path.', isRetryable: false },
  not_offered: {
    status: 404,
    message: 'This part of the API is not offered by this server.',
    isRetryable: false,
  },
  method_not_allowed: { status: 405, message: 'Method not allowed.', isRetryable: false },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive completely in time.',
    isRetryable: true,
  },
  body_too_large: { status: 413, message: 'The request body is too large.', isRetryable: false },
  unsupported_media_type: {
    status: 415,
    message: 'Send application/json or application/x-www-form-urlencoded.',
    isRetryable: false,
  },
  too_many_requests: {
    status: 429,
    message: 'Too many requests. Try again later.',
    isRetryable: true,
  },
  visitor_limit_reached: {
    status: 429,
    message: 'You have reached your limit per minute. Try again later.',
    isRetryable: true,
  },
  quota_exceeded: {
    status: 456,
    message: 'Quota for this billing period has been exceeded.',
    isRetryable: false,
  },
  client_closed: { status: 499, message: 'The client closed the connection.', isRetryable: true },
  internal: { status: 500, message: 'Internal error.', isRetryable: true },
  engine_failed: {
    status: 503,
    message: 'The translation engine failed. Try again later.',
    isRetryable: true,
  },
  document_not_done: {
    status: 503,
    message: 'Document translation is not done.',
    isRetryable: true,
  },
  unavailable: {
    status: 503,
    message: 'The service is not ready. Try again later.',
    isRetryable: true,
  },
  deadline_exceeded: {
    status: 504,
    message: 'The translation took too long. Send fewer or shorter texts.',
    isRetryable: true,
  },
} as const satisfies Record<string, ErrorRow>;

interface ErrorRow {
  readonly status: number;
  readonly message: string;
  readonly isRetryable: boolean;
}

export type ErrorCode = keyof typeof ERRORS;

const marker = Symbol.for('dragoman.AppError');

/** What a caller learns about an error in addition to its code. */
export interface AppErrorOptions {
  /**
   * Replaces the table's message. Anyone may read it: it must contain no path, no key and no text.
   */
  readonly message?: string | undefined;
  readonly parameter?: string | undefined;
  /** Where exactly the parameter is wrong, for people. The same holds as for `message`. */
  readonly detail?: string | undefined;
  /** What exactly is wrong, for programs, where the code alone leaves it open: `encrypted`. */
  readonly reason?: string | undefined;
  /** Which entry of a list is wrong, from 0. */
  readonly index?: number | undefined;
  /** Wire code of the language that has no route here, such as `DA`. */
  readonly language?: string | undefined;
  /** Whole seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** An error meant for the client, with a code from {@link ERRORS}. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly [marker] = true;
  readonly code: ErrorCode;
  readonly parameter: string | undefined;
  readonly detail: string | undefined;
  readonly reason: string | undefined;
  readonly index: number | undefined;
  readonly language: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.parameter = options.parameter;
    this.detail = options.detail;
    this.reason = options.reason;
    this.index = options.index;
    this.language = options.language;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Recognises an {@link AppError} even when two copies of this package are loaded. */
export const isAppError = (value: unknown): value is AppError =>
  typeof value === 'object' && value !== null && marker in value;

/** Whether the table of errors says that the same work can succeed later. */
export const isRetryable = (value: unknown): boolean =>
  isAppError(value) && ERRORS[value.code].isRetryable;

/** The 400 for an invalid parameter, worded as existing clients expect. */
export const invalidParameter = (parameter: string, reason?: string): AppError =>
  new AppError('invalid_parameter', {
    parameter,
    message: `Value for '${parameter}' not supported.${reason ? ` ${reason}` : ''}`,
  });

/** The 400 for a missing parameter. */
export const missingParameter = (parameter: string): AppError =>
  new AppError('invalid_parameter', {
    parameter,
    message: `Parameter '${parameter}' not specified.`,
  });

/** The 404 for something that the caller does not have. @param resource such as `Glossary` */
export const notFoundError = (resource: string): AppError =>
  new AppError('not_found', { message: `${resource} not found` });
