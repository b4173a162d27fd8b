/** A document that waits for its translation. */
export interface QueuedDocument {
  readonly id: string;
  /** Owners get their turns one after the other, however much each has waiting. */
  readonly ownerId: string;
}

/**
 * Translates one document. Does not reject, and ends soon once the signal aborts.
 *
 * @returns whether it is finished, well or badly; otherwise it is tried again
 */
export type RunDocument = (id: string, signal: AbortSignal) => Promise<boolean>;

/** Documents that wait. Each server translates one at a time. */
export interface DocumentQueue {
  /** Whether other servers may translate what this one adds. */
  readonly isShared: boolean;
  /** Adds a document whose sealed files are stored. */
  add(document: QueuedDocument): Promise<void>;
  /** Takes on what an earlier run of the server left. */
  start(): Promise<void>;
  /** Whether the document will be translated, or is being translated. */
  has(id: string): boolean;
  /** Settles when the document has ended, or the signal aborts. */
  untilEnded(id: string, signal: AbortSignal): Promise<void>;
  /** Ends the work of this server on a document. */
  cancel(id: string): Promise<void>;
  /** Ends all work of this server. The next start, or another server, continues. */
  stop(): Promise<void>;
}

/** A queue that hands its documents to `run`. */
export type OpenDocumentQueue = (run: RunDocument) => DocumentQueue;
