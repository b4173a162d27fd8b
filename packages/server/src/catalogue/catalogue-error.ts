/**
 * What went wrong with a model, for the person at the command line.
 *
 * - `invalid`: what was asked for makes no sense, or an archive is not one of ours
 * - `unknown`: there is no such model or pair
 * - `unreachable`: the catalogue does not answer, or not now
 * - `refused`: the catalogue answered with something that must not be taken
 * - `damaged`: size or checksum differ from what was promised
 * - `no-space`: the disk is too full
 * - `busy`: another process works on the same model
 */
export type CatalogueErrorKind =
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
  /** How long the catalogue asked to be left alone; undefined when it did not say. */
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

  /** Whether the same attempt can succeed a little later. */
  get retryable(): boolean {
    return this.kind === 'unreachable';
  }
}
