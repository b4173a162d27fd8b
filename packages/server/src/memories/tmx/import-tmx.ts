import { randomInt, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, type LanguageTag, MEMORY_LIMITS } from '@dragoman/contract';
import { createTmxReader, DocumentError, type TmxUnit } from '@dragoman/documents';
import type { Caller } from '../../accounts/records/caller.js';
import { createIndexBuilder, type IndexBuilder } from '../index/index-builder.js';
import type {
  MemoryRecord,
  MemoryStore,
  NewMemory,
  NewSegment,
  PostingBucket,
} from '../records/memory-record.js';
import { exceeds, MEMORY_QUOTA } from '../records/refusals.js';
import { sourceTagOf } from './languages.js';
import { toSegment } from './to-segment.js';

export interface ImportOptions {
  readonly store: MemoryStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** What has become of a file. */
export interface ImportedMemory {
  readonly memory: MemoryRecord;
  /** Units without a source or a usable translation. */
  readonly skippedCount: number;
}

/** What takes the thread, and the database, some milliseconds. */
const SEGMENTS_PER_TURN = 200;
const BUCKETS_PER_TURN = 500;
const BYTES_PER_TURN = 64 * 1024;

/** A memory that is being filled. */
interface Filling extends ImportOptions {
  readonly memory: NewMemory;
  readonly index: IndexBuilder;
  readonly targetLanguages: Set<LanguageTag>;
  sourceLanguage: LanguageTag | undefined;
  segmentCount: number;
  skippedCount: number;
  waiting: NewSegment[];
}

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
  const { store, now } = options;
  const memory: NewMemory = {
    id: randomUUID(),
    number: randomInt(2 ** 47),
    ...{ ownerId, name, createdAtMs: now() },
  };
  await store.begin(memory);
  try {
    const filling: Filling = {
      ...options,
      memory,
      index: createIndexBuilder(),
      targetLanguages: new Set(),
      sourceLanguage: undefined,
      segmentCount: 0,
      skippedCount: 0,
      waiting: [],
    };
    await readFile(file, filling);
    return { memory: await finish(filling, actor), skippedCount: filling.skippedCount };
  } catch (error) {
    await store.abandon(memory.number);
    throw error instanceof DocumentError ? invalidFile(error.message, error) : error;
  }
};

const readFile = async (file: AsyncIterable<Uint8Array>, filling: Filling): Promise<void> => {
  const reader = createTmxReader(MEMORY_LIMITS.segmentCharacters);
  for await (const bytes of file) {
    for (let start = 0; start < bytes.length; start += BYTES_PER_TURN) {
      await addUnits(reader.write(bytes.subarray(start, start + BYTES_PER_TURN)), filling);
      await nextTurn();
      filling.signal.throwIfAborted();
    }
  }
  await addUnits(reader.end(), filling);
  await storeWaiting(filling);
};

const addUnits = async (units: readonly TmxUnit[], filling: Filling): Promise<void> => {
  for (const unit of units) {
    filling.sourceLanguage ??= sourceTagOf(unit.sourceLanguage ?? unit.variants[0]?.language ?? '');
    const { sourceLanguage, waiting, targetLanguages } = filling;
    const segment =
      sourceLanguage && toSegment(unit, sourceLanguage, MEMORY_LIMITS.targetLanguagesPerMemory);
    if (!segment) {
      filling.skippedCount++;
      continue;
    }
    const position = filling.segmentCount++;
    if (position === MEMORY_LIMITS.segmentsPerMemory) {
      throw invalidFile(`A translation memory has at most ${position} segments.`);
    }
    for (const { language } of segment.targets) targetLanguages.add(language);
    if (targetLanguages.size > MEMORY_LIMITS.targetLanguagesPerMemory) {
      const most = MEMORY_LIMITS.targetLanguagesPerMemory;
      throw invalidFile(`A translation memory has at most ${most} target languages.`);
    }
    filling.index.add(position, segment.form);
    waiting.push({ position, ...segment });
    if (waiting.length === SEGMENTS_PER_TURN) await storeWaiting(filling);
  }
};

const storeWaiting = async (filling: Filling): Promise<void> => {
  const { store, memory, now, waiting } = filling;
  if (waiting.length === 0) return;
  filling.waiting = [];
  requireStored(await store.addSegments(memory.number, waiting, now()));
  await nextTurn();
};

const finish = async (filling: Filling, actor: string): Promise<MemoryRecord> => {
  const { store, memory, now, signal, sourceLanguage, segmentCount } = filling;
  if (sourceLanguage === undefined || segmentCount === 0) {
    throw invalidFile('There is no segment with a source and a translation in known languages.');
  }
  const { bucketBits, buckets } = filling.index.finish();
  let batch: PostingBucket[] = [];
  const storeBatch = async () => {
    requireStored(await store.addPostings(memory.number, batch, now()));
    batch = [];
    await nextTurn();
    signal.throwIfAborted();
  };
  for (const bucket of buckets) {
    batch.push(bucket);
    if (batch.length === BUCKETS_PER_TURN) await storeBatch();
  }
  await storeBatch();
  const targetLanguages = [...filling.targetLanguages].toSorted();
  const finished = { sourceLanguage, targetLanguages, segmentCount, bucketBits };
  const exceeded = await store.finish(memory, finished, MEMORY_QUOTA, {
    atMs: now(),
    actor,
    action: 'create-memory',
    keyId: memory.ownerId,
    details: { memory: memory.id, name: memory.name, segments: segmentCount },
  });
  if (exceeded) throw exceeds(exceeded);
  return { ...memory, ...finished };
};

const requireStored = (isStored: boolean): void => {
  if (!isStored) throw new Error('the import took too long and was given up');
};

const invalidFile = (reason: string, cause?: unknown): AppError =>
  new AppError('invalid_file', { parameter: 'source_file', message: reason, cause });
