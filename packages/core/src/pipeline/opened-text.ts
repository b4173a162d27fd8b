import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import type { MarkupOptions } from '../markup/index.js';
import type { SegmentPair } from '../segmentation/index.js';
import type { PrepareOptions } from './request.js';

/** How a text is to be read. */
export interface OpenOptions {
  /** Undefined for plain text. */
  readonly markup: MarkupOptions | undefined;
  /** Set where malformed XML is to be refused: what the message calls the text, such as `Text 2`. */
  readonly strictXml: { readonly name: string | undefined } | undefined;
}

/** Gives a translation for each unit, in order. */
export type UnitWork = (units: readonly TranslationUnit[]) => Promise<readonly TranslatedUnit[]>;

/** A translated text. */
export interface AssembledText {
  readonly text: string;
  /** Where its segments are, in order; undefined for texts with markup. */
  readonly pairs?: readonly SegmentPair[];
}

/** A text that was read. */
export interface OpenedText {
  /** What there is to read in it, without its markup. */
  readonly readable: string;
  /** @returns the text, translated, with its markup */
  translate(options: PrepareOptions, translate: UnitWork): Promise<AssembledText>;
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
