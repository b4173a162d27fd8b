import { randomInt, randomUUID } from 'node:crypto';
import { MEMORY_LIMITS } from '@dragoman/contract';
import { nextTurn } from '@dragoman/core/turns';
import { createTmxReader, DocumentError } from '@dragoman/documents';
import type { Caller } from '../keys-and-usage/owner-of.js';
import { type Filling, fillMemory, invalidFile } from './fill-memory.js';
import {
  exceeds,
  MEMORY_QUOTA,
  type MemoryRecord,
  type MemoryStore,
  type NewMemory,
} from './memory-record.js';

interface ImportOptions {
  readonly store: MemoryStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** What has become of a file. */
interface ImportedMemory {
  readonly memory: MemoryRecord;
  /** Units without a source or a usable translation. */
  readonly skippedCount: number;
}

/** What takes the thread some milliseconds. */
const BYTES_PER_TURN = 16 * 1024;

/**
 * Makes a translation memory of a TMX file while it is read. Nobody sees the memory before it is
 * complete; an import that ends in any other way leaves nothing.
 *
 * @throws AppError `invalid_file`, `quota_exceeded`; the signal's reason once it aborts
 */
export const importTmx = async (
  file: AsyncIterable<Uint8Array>,
  { ownerId, actor, name }: Caller & { readonly name: string },
  options: ImportOptions,
): Promise<ImportedMemory> => {
  const { store, now, signal } = options;
  const memory: NewMemory = {
    id: randomUUID(),
    number: randomInt(2 ** 47),
    ownerId,
    name,
    createdAtMs: now(),
  };
  await store.begin(memory);
  try {
    const filling = fillMemory(memory.number, options);
    await readFile(file, filling, signal);
    const finished = await filling.finish();
    const exceeded = await store.finish(memory, finished, MEMORY_QUOTA, {
      atMs: now(),
      actor,
      action: 'create-memory',
      keyId: ownerId,
      details: { memory: memory.id, name, segments: finished.segmentCount },
    });
    if (exceeded) throw exceeds(exceeded);
    return { memory: { ...memory, ...finished }, skippedCount: filling.skippedCount() };
  } catch (error) {
    await store.abandon(memory.number);
    throw error instanceof DocumentError ? invalidFile(error.message, error) : error;
  }
};

const readFile = async (
  file: AsyncIterable<Uint8Array>,
  filling: Pick<Filling, 'add'>,
  signal: AbortSignal,
): Promise<void> => {
  const reader = createTmxReader(MEMORY_LIMITS.segmentCharacters);
  for await (const bytes of file) {
    for (let start = 0; start < bytes.length; start += BYTES_PER_TURN) {
      await filling.add(reader.write(bytes.subarray(start, start + BYTES_PER_TURN)));
      await nextTurn();
      signal.throwIfAborted();
    }
  }
  await filling.add(reader.end());
};
