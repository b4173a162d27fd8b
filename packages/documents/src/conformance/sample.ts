import type { DocumentFormat } from '../formats.js';

/** A document of the conformance suite with what a reader has to find in it. */
export interface Sample {
  readonly name: string;
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** Texts of the units, in order. */
  readonly units: readonly string[];
  /** Pieces of the result when every word has got an `é` at its end. */
  readonly written?: readonly string[];
  readonly sourceLanguage?: string;
  readonly targetLanguage?: string;
}

/** Bytes of a text in UTF-8. */
export const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
