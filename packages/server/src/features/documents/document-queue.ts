/** A document that waits for its translation. */
export interface QueuedDocument {
  readonly id: string;
  /** Owners get their turns one after the other, however much each has waiting. */
  readonly ownerId: string;
  /** Of the file that was sent. */
  readonly byteCount: number;
}

/** A small file does not wait for large ones, and takes little memory. */
export const isSmall = ({ byteCount }: Pick<QueuedDocument, 'byteCount'>): boolean =>
  byteCount <= 64 * 1024;

/**
 * Translates one document. Does not reject, and ends soon once the signal aborts.
 *
 * @returns whether it is finished, well or badly; otherwise it is tried again
 */
export type RunDocument = (id: string, signal: AbortSignal) => Promise<boolean>;

/** Documents that wait. Each server translates several at a time; small and large ones wait in separate lanes. */
export interface DocumentQueue {
  /** Whether other servers may translate what this one adds. */
  readonly isShared: boolean;
  /** Adds a document whose sealed files are stored. */
  add(document: QueuedDocument): Promise<void>;
  /** Takes on what an earlier run of the server left. */
  start(): Promise<void>;
  /**
   * Takes on what should be here and is not.
   *
   * @returns ids of those with which nobody can go on
   */
  recover(): Promise<readonly string[]>;
  /** Whether the document will be translated, or is being translated. */
  has(id: string): boolean;
  /** Which one it is among those that wait, from 1; undefined when it does not wait. */
  position(id: string): Promise<number | undefined>;
  /** Settles when the document has ended, or the signal aborts. */
  untilEnded(id: string, signal: AbortSignal): Promise<void>;
  /** Ends the work of this server on a document. */
  cancel(id: string): Promise<void>;
  /** Ends all work of this server. The next start, or another server, continues. */
  stop(): Promise<void>;
}

/** A queue that hands its documents to `run`. */
export type OpenDocumentQueue = (run: RunDocument) => DocumentQueue;
