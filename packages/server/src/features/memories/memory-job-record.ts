/** What has become of a job; `awaiting_input` and `processing` only happen to imports. */
type MemoryJobState = 'awaiting_input' | 'processing' | 'completed' | 'downloaded' | 'failed';

/** An import of a file, or an export to one. */
export interface MemoryJobRecord {
  readonly id: string;
  /** Id of the API key it belongs to. */
  readonly ownerId: string;
  readonly operation: 'import' | 'export';
  readonly state: MemoryJobState;
  /** In the address of its file; anyone who knows it may send or get the file. */
  readonly token: string;
  /** Of the memory; null until an import is done. */
  readonly memoryId: string | null;
  /** Of the memory to be created; null for an export. */
  readonly name: string | null;
  readonly sourceFile: SourceFile | null;
  /** Units of the file that are not in the memory. */
  readonly skippedCount: number | null;
  /** Why it failed, in words for its owner. */
  readonly errorMessage: string | null;
  /** How often the import was begun. */
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** From then on the address of its file does not work. */
  readonly expiresAtMs: number;
}

/** The file of an import, as it was announced. */
interface SourceFile {
  readonly name: string;
  readonly contentType: string;
  readonly contentLength: number;
}

/** What changes of a job; what is left out stays. */
export type MemoryJobChange = Partial<
  Pick<MemoryJobRecord, 'memoryId' | 'skippedCount' | 'errorMessage' | 'attempts'>
> &
  Pick<MemoryJobRecord, 'state' | 'updatedAtMs'>;

/** Where the jobs are kept. Every method may reject with `StoreUnavailable`. */
export interface MemoryJobStore {
  /** @returns false, and nothing is stored, if the owner has too many that wait for something */
  insert(job: MemoryJobRecord, maxOpen: number): Promise<boolean>;
  find(id: string): Promise<MemoryJobRecord | undefined>;
  /** The newest export of a memory that can still be downloaded. */
  findExport(
    ownerId: string,
    memoryId: string,
    nowMs: number,
  ): Promise<MemoryJobRecord | undefined>;
  /** @returns whether the job had the given state; of several callers, one gets it */
  change(id: string, from: MemoryJobRecord['state'], change: MemoryJobChange): Promise<boolean>;
  /** Forgets the jobs that expired before a moment. */
  removeExpired(beforeMs: number): Promise<void>;
}
