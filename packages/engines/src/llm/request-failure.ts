import { readRetryAfterMs } from '@dragoman/core/retry';

/** Why a call to a model's server failed. */
export type FailureKind =
  /** No connection, or it broke. */
  | 'unreachable'
  /** The server says that the request is wrong: key, model name, parameters. */
  | 'refused'
  /** Too many requests. */
  | 'overloaded'
  | 'server_error'
  /** Nothing came for too long. */
  | 'silent'
  /** The stream ended before the answer did. */
  | 'incomplete'
  /** The answer is not in the form that was asked for. */
  | 'malformed'
  /** The answer was cut off, or never ends. */
  | 'too_long'
  /** The time for the batch is over. */
  | 'timeout';

/** Failures that another call may not meet; they say something about the server, not about a text. */
export const RETRYABLE: ReadonlySet<FailureKind> = new Set([
  'unreachable',
  'overloaded',
  'server_error',
  'silent',
  'incomplete',
  'malformed',
]);

/** A call to a model's server that failed. Says nothing of what was sent or answered. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly kind: FailureKind;
  readonly status: number | undefined;
  /** The least time that the server wants to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: FailureKind,
    { status, retryAfterMs }: { readonly status?: number; readonly retryAfterMs?: number } = {},
  ) {
    super(status === undefined ? kind : `${kind} (status ${status})`);
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  get isRetryable(): boolean {
    return RETRYABLE.has(this.kind);
  }
}

const OVERLOADED = [429, 503, 529];
/** Request timeout, too early, and the conflict that some gateways answer while a model loads. */
const PASSING = [408, 409, 425];

/** The failure that a response with an error status is. */
export const failureOfStatus = (status: number, retryAfter: string | undefined): RequestFailure => {
  const retryAfterMs = readRetryAfterMs(retryAfter, Date.now());
  const more = { status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  if (OVERLOADED.includes(status)) return new RequestFailure('overloaded', more);
  if (status >= 500 || PASSING.includes(status)) return new RequestFailure('server_error', more);
  return new RequestFailure('refused', more);
};
