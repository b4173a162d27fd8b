import type { WireMemory } from '@dragoman/contract';

/** A TMX file to be imported. */
export interface MemoryFile {
  /** Of the translation memory that it becomes. */
  readonly name: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  /** May be read once. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** What has become of a file. */
export interface ImportedFile {
  readonly memory: WireMemory;
  /** Units without a source or a usable translation. */
  readonly skippedCount: number;
}

/** The translation memories of one key, in the database or on a server. */
export interface MemoryBackend {
  /** The oldest first. */
  list(): Promise<readonly WireMemory[]>;
  importFile(file: MemoryFile): Promise<ImportedFile>;
  /** A memory as a TMX file, piece by piece. */
  exportFile(id: string): Promise<AsyncIterable<string | Uint8Array>>;
  remove(id: string): Promise<void>;
}
