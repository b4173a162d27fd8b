/** What one request used. */
export interface UsedByRequest {
  readonly keyId: string;
  /** `2026-11-30` */
  readonly day: string;
  readonly characters: number;
  readonly tag?: string | undefined;
}

/** The requests of a batch that no server has reported. */
export interface LeftBatch {
  readonly id: string;
  readonly requests: readonly UsedByRequest[];
}

/**
 * Usage that is counted but not yet in the database, request by request, in a place that outlives
 * the process: what a killed server leaves is reported by the next one.
 */
export interface UsageJournal {
  /** Writes down what a request used. Never throws. @returns whether it will outlive the process */
  note(batchId: string, used: UsedByRequest): boolean;
  /** This server is still there, and its batches are its own. To be called twice a second. */
  keep(): void;
  /** The database has the batch. */
  forget(batchId: string): void;
  /** The batches of servers that are gone. From now on they belong to this one. */
  takeLeft(): readonly LeftBatch[];
}

export const NO_JOURNAL: UsageJournal = {
  note: () => false,
  keep() {},
  forget() {},
  takeLeft: () => [],
};
