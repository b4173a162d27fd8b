import type { ErrorCode } from '@dragoman/contract';
import type { RequestParameters } from '@dragoman/core';
import type { DocumentFormat } from '@dragoman/documents';
import type { DayRange } from '../../platform/accounts/billing-period.js';

/** How a document stands, in the words of the wire. */
export type DocumentState = 'queued' | 'translating' | 'done' | 'error';

/** What was asked for with a document. */
export interface DocumentOptions {
  /** How each paragraph is translated. */
  readonly parameters: RequestParameters;
  readonly format: DocumentFormat;
  readonly outputFormat: DocumentFormat;
  /** Whether a signature may be lost. */
  readonly dropsSignature?: boolean | undefined;
  /** Whether the first row of a table in text stays as it is. */
  readonly keepsHeader?: boolean | undefined;
  /** Of the file that was sent. */
  readonly byteCount?: number | undefined;
  /** Under which its usage is reported. */
  readonly tag?: string | undefined;
}

/** Why a document failed, for programs. */
export interface DocumentFailure {
  readonly code: ErrorCode;
  readonly parameter?: string | undefined;
  /** What exactly is wrong with the file. */
  readonly reason?: string | undefined;
  readonly language?: string | undefined;
}

/** A document as it is kept: nothing of its content, of its name or of the key that opens it. */
export interface DocumentRecord {
  /** 32 upper-case hexadecimal digits. */
  readonly id: string;
  /** Id of the API key that sent it. */
  readonly ownerId: string;
  readonly state: DocumentState;
  /** By which the document key is known again. */
  readonly keyDigest: string;
  readonly options: DocumentOptions;
  readonly createdAtMs: number;
  /** From then on it is deleted. */
  readonly expiresAtMs: number;
  /** How often its translation was begun and not ended by an orderly stop. */
  readonly attempts: number;
  /** Unicode code points of its text; null until it has been read. */
  readonly characters: number | null;
  /** Why it failed, or what is to be known about a document that is done, in words for its owner. */
  readonly errorMessage: string | null;
  /** Null unless it failed. */
  readonly error: DocumentFailure | null;
  /** When its translation will be done, as estimated; null while there is no estimate. */
  readonly expectedEndMs: number | null;
  /** When it was billed; null until its first download. */
  readonly billedAtMs: number | null;
}

/** What changes of a document; what is left out stays. */
export type DocumentChange = Partial<
  Pick<
    DocumentRecord,
    'state' | 'expiresAtMs' | 'attempts' | 'characters' | 'errorMessage' | 'error' | 'expectedEndMs'
  >
>;

/** How many documents the key of a document may have. */
export interface OwnerLimits {
  /** At the same time; those that failed do not count. */
  readonly waiting: number;
  /** In a month: those that were downloaded then, and those that have not been yet. */
  readonly monthly?: { readonly documents: number; readonly month: DayRange };
}

type Insertion = 'inserted' | 'too many waiting' | 'quota exceeded';

/** Where documents are listed. Rejects with `DatabaseOutage` while the database is away. */
export interface DocumentStore {
  /** Nothing is written when it would be one too many. */
  insert(record: DocumentRecord, limits: OwnerLimits): Promise<Insertion>;
  find(id: string): Promise<DocumentRecord | undefined>;
  change(id: string, change: DocumentChange): Promise<void>;
  /**
   * Reserves a download until a moment.
   *
   * @returns whether it was free; of several servers one gets it
   */
  claimDownload(id: string, nowMs: number, untilMs: number): Promise<boolean>;
  /** Reserves a claimed download for longer or, with 0, makes it free again. */
  holdDownload(id: string, untilMs: number): Promise<void>;
  remove(id: string): Promise<void>;
  /** Those queued or running, the oldest first. */
  listUnfinished(): Promise<readonly DocumentRecord[]>;
  /** Ids of those whose time is over. */
  listExpired(nowMs: number): Promise<readonly string[]>;
  /** Documents downloaded. @param ownerId left out, those of all keys */
  sumDownloads(days: DayRange, ownerId?: string): Promise<number>;
}
