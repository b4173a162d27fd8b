import type { DocumentErrorCode, DocumentFormat } from '@dragoman/documents';
import type { Batch } from './translation-work.js';

/**
 * What the thread that reads documents is asked. First `read`; then `batch`, each with the
 * translations of the one before, until there is none left; then once `write`. The content of a
 * document is nowhere else as a whole.
 */
export type DocumentThreadRequest = ReadRequest | BatchRequest | WriteRequest;

export interface ReadRequest {
  readonly type: 'read';
  readonly bytes: Uint8Array;
  /** With it the bytes are opened, and the result is sealed; undefined for plain bytes. */
  readonly fileKey: Uint8Array | undefined;
  readonly format: DocumentFormat;
  readonly sourceLanguage: string | undefined;
  readonly targetLanguage: string;
  readonly outputFormat: DocumentFormat;
  readonly dropsSignature: boolean;
  readonly keepsHeader: boolean;
  /** Unicode code points; a longer document is refused. */
  readonly maxCharacters: number | undefined;
}

interface BatchRequest {
  readonly type: 'batch';
  /** Of the batch before, in its order; none for the first one. */
  readonly translations: Batch;
}

export interface WriteRequest {
  readonly type: 'write';
  readonly targetLanguage: string;
  readonly outputFormat: DocumentFormat;
}

export interface ReadAnswer {
  readonly type: 'read';
  /** Unicode code points of the text. */
  readonly characters: number;
  /** Enough to tell the language by. */
  readonly sample: string;
  /** UTF-16 code units of all batches together: what is repeated is translated once. */
  readonly workLength: number;
}

/** Some neighbours; none when all are translated. */
export interface BatchAnswer {
  readonly type: 'batch';
  readonly batch: Batch;
}

export interface WrittenAnswer {
  readonly type: 'written';
  /** Sealed, if what was read was. */
  readonly bytes: Uint8Array;
  /** How many paragraphs lost their formatting. */
  readonly fallbackCount: number;
  /** What is to be known about the result, in sentences for people. */
  readonly notes: readonly string[];
  /** What is wrong with the result; empty when nothing is. */
  readonly problems: readonly string[];
}

/** The document is at fault; the message is fit for its owner. */
export interface RefusedAnswer {
  readonly type: 'refused';
  readonly code: DocumentErrorCode;
  readonly message: string;
}

export type DocumentThreadAnswer = ReadAnswer | BatchAnswer | WrittenAnswer | RefusedAnswer;
