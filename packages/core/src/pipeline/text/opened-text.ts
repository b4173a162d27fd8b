import type { TranslatedUnit, TranslationUnit } from '../../engine/engine.js';
import type { MarkupOptions } from '../../markup/index.js';
import type { PrepareOptions } from '../request/request.js';

/** How a text with markup is to be read. */
export interface OpenOptions {
  readonly markup: MarkupOptions;
  /** Set where malformed XML is to be refused: what the message calls the text, such as `Text 2`. */
  readonly strictXml: { readonly name: string | undefined } | undefined;
}

/** Gives a translation for each unit, in order. */
export type UnitWork = (units: readonly TranslationUnit[]) => Promise<readonly TranslatedUnit[]>;

/** A text with markup that was read. */
export interface OpenedText {
  /** What there is to read in it, without its markup. */
  readonly readable: string;
  /** @returns the text with its markup, translated */
  translate(options: PrepareOptions, translate: UnitWork): Promise<string>;
  /** Frees what was read. Idempotent. */
  close(): void;
}

/**
 * Reads a text elsewhere than in the thread that answers requests, such as in a worker thread.
 *
 * @throws AppError `invalid_parameter` for malformed XML; the signal's reason once it aborts
 */
export type OpenElsewhere = (
  text: string,
  options: OpenOptions,
  signal: AbortSignal,
) => Promise<OpenedText>;
