import type { WorkLimits } from '../../platform/work-queue.js';

/** A document that waits for its translation. */
export interface QueuedDocument {
  readonly id: string;
  /** Owners get their turns one after the other, however much each has waiting. */
  readonly ownerId: string;
  /** Of the file that was sent. */
  readonly byteCount: number;
}

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

/** Opens a queue that hands its documents to `run`. */
export type OpenDocumentQueue = (run: RunDocument) => DocumentQueue;

/** Documents that one server translates at the same time: large ones take memory. */
const LARGE_PLACES = 4;
/** Those that do not wait for large ones, and take little memory. */
const SMALL_PLACES = 4;
/** Of the large ones, with several servers: those of owners that have others. */
const FURTHER_PLACES = 1;

/**
 * The lanes of the queue in memory, with how many documents of each are translated at the same time.
 * Documents of different lanes do not wait for each other.
 *
 * In both queues, an owner with many documents does not hold up the others. How, depends on what a
 * queue knows. In memory, it is all that waits and runs: whenever a place becomes free, the owner
 * whose last turn was longest ago gets it, unless that owner has `perOwner` places already. With
 * PostgreSQL, no server sees what the others translate, and pg-boss hands out jobs by a priority that
 * is fixed when they are sent: there, the number of documents that the owner has at that moment
 * decides ({@link sharedTurnOf}), and large ones of owners who have others get a lane of their own.
 */
export const LOCAL_LANES = {
  large: { all: LARGE_PLACES, perOwner: 2 },
  small: { all: SMALL_PLACES, perOwner: 2 },
} as const satisfies Readonly<Record<string, WorkLimits>>;

/** The lanes that several servers share, with how many documents of each one server translates. */
export const SHARED_LANES = {
  first: LARGE_PLACES - FURTHER_PLACES,
  further: FURTHER_PLACES,
  small: SMALL_PLACES,
} as const;

type LocalLane = keyof typeof LOCAL_LANES;
export type SharedLane = keyof typeof SHARED_LANES;

const isSmall = ({ byteCount }: Pick<QueuedDocument, 'byteCount'>): boolean =>
  byteCount <= 64 * 1024;

export const localLaneOf = (document: Pick<QueuedDocument, 'byteCount'>): LocalLane =>
  isSmall(document) ? 'small' : 'large';

/**
 * Where a document waits in the queue of several servers.
 *
 * @param unfinishedCount how many documents its owner has that wait or are translated, with this one
 */
export const sharedTurnOf = (
  document: Pick<QueuedDocument, 'byteCount'>,
  unfinishedCount: number,
): { readonly lane: SharedLane; readonly priority: number } => {
  const large = unfinishedCount > 1 ? 'further' : 'first';
  // Owners with many documents in the queue stand behind those with few.
  return { lane: isSmall(document) ? 'small' : large, priority: -unfinishedCount };
};
