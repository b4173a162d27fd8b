/**
 * What went wrong with a model, for the person at the command line.
 *
 * - `invalid`: the request makes no sense, or an archive was not written by this program
 * - `unknown`: there is no such model or pair
 * - `unreachable`: the catalogue does not respond now
 * - `refused`: the response of the catalogue is not acceptable
 * - `damaged`: size or checksum differ from the expected ones
 * - `no-space`: the disk is too full
 * - `busy`: another process works on the same model
 */
type CatalogueErrorKind =
  | 'invalid'
  | 'unknown'
  | 'unreachable'
  | 'refused'
  | 'damaged'
  | 'no-space'
  | 'busy';

/** An error of the model catalogue. Its message is meant for the operator and may name paths. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly kind: CatalogueErrorKind;
  /** The catalogue's `Retry-After`; undefined if it sent none. */
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: CatalogueErrorKind,
    message: string,
    options: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }

  /** Whether a retry can succeed. */
  get isRetryable(): boolean {
    return this.kind === 'unreachable';
  }
}
