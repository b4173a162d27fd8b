import type { DocumentErrorCode, DocumentFormat, Unit } from '@dragoman/documents';

/** What the thread that reads documents is asked. First `read`, then once `write`. */
export type ParseRequest = ReadRequest | WriteRequest;

export interface ReadRequest {
  readonly type: 'read';
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  readonly sourceLanguage: string | undefined;
  readonly targetLanguage: string;
  readonly outputFormat: DocumentFormat;
  readonly dropsSignature: boolean;
}

export interface WriteRequest {
  readonly type: 'write';
  /** The thread has a copy, and empties it when it has written them. */
  readonly translations: string[];
  readonly targetLanguage: string;
  readonly outputFormat: DocumentFormat;
}

export interface ReadAnswer {
  readonly type: 'read';
  readonly units: readonly Unit[];
  /** Unicode code points of the text. */
  readonly characters: number;
}

export interface WrittenAnswer {
  readonly type: 'written';
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

export type ParseAnswer = ReadAnswer | WrittenAnswer | RefusedAnswer;
