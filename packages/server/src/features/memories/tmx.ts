import { randomInt, randomUUID } from 'node:crypto';
import {
  AppError,
  baseOf,
  findLanguage,
  findTarget,
  hasLoneSurrogate,
  type LanguageTag,
  MEMORY_LIMITS,
  toTag,
  toWireCode,
} from '@dragoman/contract';
import { betweenCodes, memoryKeyOf, withPlaceholders } from '@dragoman/core';
import { yieldToLoop } from '@dragoman/core/event-loop';
import {
  createTmxReader,
  DocumentError,
  TMX_TAIL,
  type TmxText,
  type TmxUnit,
  type TmxVariant,
  tmxHead,
  tmxUnit,
} from '@dragoman/documents';
import type { Caller } from '../../platform/accounts/caller.js';
import { VERSION } from '../../platform/configuration/version.js';
import {
  exceeds,
  type FinishedMemory,
  MEMORY_QUOTA,
  type MemoryRecord,
  type MemoryStore,
  type NewMemory,
  type NewSegment,
  type PostingBucket,
  type StoredTarget,
} from './memory-record.js';
import { createIndexBuilder } from './segment-index.js';

interface ImportOptions {
  readonly store: MemoryStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

interface ImportTarget {
  /** Of the memory. */
  readonly name: string;
  /** The job that is completed with it. */
  readonly jobId?: string;
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
  { ownerId, actor, name, jobId }: Caller & ImportTarget,
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
    const skippedCount = filling.skippedCount();
    const audit = {
      atMs: now(),
      actor,
      action: 'create-memory',
      keyId: ownerId,
      details: { memory: memory.id, name, segments: finished.segmentCount },
    } as const;
    const job = jobId === undefined ? {} : { job: { id: jobId, skippedCount } };
    const exceeded = await store.finish(memory, finished, MEMORY_QUOTA, { audit, ...job });
    if (exceeded) throw exceeds(exceeded);
    return { memory: { ...memory, ...finished }, skippedCount };
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
      await yieldToLoop();
      signal.throwIfAborted();
    }
  }
  await filling.add(reader.end());
};

interface FillOptions {
  readonly store: Pick<MemoryStore, 'addSegments' | 'addPostings'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** A memory that is being filled with the units of a file. */
interface Filling {
  /** @throws AppError `invalid_file` where the file has more than a memory may have */
  add(units: readonly TmxUnit[]): Promise<void>;
  /**
   * Stores what is left, and the index.
   *
   * @throws AppError `invalid_file` without a segment; the signal's reason once it aborts
   */
  finish(): Promise<FinishedMemory>;
  /** Units without a source or a usable translation. */
  skippedCount(): number;
}

/** What takes the thread, and the database, some milliseconds. */
const MAX_BATCH = { texts: 400, characters: 100_000 };
const MAX_POSTINGS_BATCH = { buckets: 500, bytes: 256 * 1024 };

/** The base language that a file means; undefined for one that is not known. */
const sourceTagOf = (name: string): LanguageTag | undefined => {
  const language = findLanguage(baseOf(name.replaceAll('_', '-').toUpperCase()));
  return language && toTag(language.code);
};

/** The base language or known variant that a file means: `en-GB` as it is, `de-DE` as `de`. */
const targetTagOf = (name: string): LanguageTag | undefined => {
  const code = name.replaceAll('_', '-').toUpperCase();
  const variant = code.includes('-') ? findTarget(code)?.variant : undefined;
  return variant ? toTag(variant.code) : sourceTagOf(code);
};

/**
 * The segment that a unit of a file becomes; undefined without a source in the language of the
 * memory or without a translation.
 *
 * @param maxTargets further languages are left out
 */
const toSegment = (
  { sourceLanguage: unitLanguage, variants }: TmxUnit,
  sourceLanguage: LanguageTag,
  maxTargets: number,
): Omit<NewSegment, 'position'> | undefined => {
  if (unitLanguage !== undefined && sourceTagOf(unitLanguage) !== sourceLanguage) return undefined;
  const source = findSource(variants, unitLanguage ?? sourceLanguage, sourceLanguage);
  if (!source || !isUsable(source)) return undefined;
  const form = memoryKeyOf(betweenCodes(withPlaceholders(source)));
  if (form === undefined || form === '') return undefined;
  const targets = new Map<LanguageTag, StoredTarget>();
  for (const variant of variants) {
    const language = targetTagOf(variant.language);
    if (variant === source || language === undefined || !isUsable(variant)) continue;
    if (language === sourceLanguage || targets.has(language) || targets.size === maxTargets)
      continue;
    targets.set(language, { language, text: variant.text, codes: variant.codes });
  }
  if (targets.size === 0) return undefined;
  return { text: source.text, codes: source.codes, form, targets: [...targets.values()] };
};

/** The variant in just that language, or else in another variant of it. */
const findSource = (
  variants: readonly TmxVariant[],
  name: string,
  sourceLanguage: LanguageTag,
): TmxVariant | undefined =>
  variants.find(({ language }) => language.toLowerCase() === name.toLowerCase()) ??
  variants.find(({ language }) => sourceTagOf(language) === sourceLanguage);

const isUsable = ({ text }: TmxText): boolean => text.trim() !== '' && !hasLoneSurrogate(text);

/** Fills the memory of a number. */
const fillMemory = (number: number, { store, now, signal }: FillOptions): Filling => {
  const index = createIndexBuilder();
  const targetLanguages = new Set<LanguageTag>();
  let sourceLanguage: LanguageTag | undefined;
  let segmentCount = 0;
  let skippedCount = 0;
  let waiting: NewSegment[] = [];
  /** Of those that wait, with their translations. */
  let size = { texts: 0, characters: 0 };

  const storeWaiting = async (): Promise<void> => {
    if (waiting.length === 0) return;
    // The embedded database stores them in this thread.
    await yieldToLoop();
    requireStored(await store.addSegments(number, waiting, now()));
    waiting = [];
    size = { texts: 0, characters: 0 };
    await yieldToLoop();
  };
  const storeIndex = async (buckets: AsyncIterable<PostingBucket>): Promise<void> => {
    for await (const batch of inBatches(buckets)) {
      requireStored(await store.addPostings(number, batch, now()));
      await yieldToLoop();
      signal.throwIfAborted();
    }
  };

  return {
    async add(units) {
      for (const unit of units) {
        sourceLanguage ??= sourceTagOf(unit.sourceLanguage ?? unit.variants[0]?.language ?? '');
        const segment =
          sourceLanguage && toSegment(unit, sourceLanguage, MEMORY_LIMITS.targetLanguagesPerMemory);
        if (!segment) {
          skippedCount++;
          continue;
        }
        const position = segmentCount++;
        for (const { language } of segment.targets) targetLanguages.add(language);
        requireWithinLimits(segmentCount, targetLanguages.size);
        index.add(position, segment.form);
        waiting.push({ position, ...segment });
        for (const { text } of [segment, ...segment.targets]) {
          size = { texts: size.texts + 1, characters: size.characters + text.length };
        }
        const isEnough = size.texts >= MAX_BATCH.texts || size.characters >= MAX_BATCH.characters;
        if (isEnough) await storeWaiting();
      }
    },
    async finish() {
      await storeWaiting();
      if (sourceLanguage === undefined || segmentCount === 0) {
        throw invalidFile(
          'There is no segment with a source and a translation in known languages.',
        );
      }
      const { bucketBits, buckets } = index.finish();
      await storeIndex(buckets);
      const languages = [...targetLanguages].toSorted();
      return { sourceLanguage, targetLanguages: languages, segmentCount, bucketBits };
    },
    skippedCount: () => skippedCount,
  };
};

/** The error for a file that cannot become a memory. */
const invalidFile = (reason: string, cause?: unknown): AppError =>
  new AppError('invalid_file', { parameter: 'source_file', message: reason, cause });

async function* inBatches(
  buckets: AsyncIterable<PostingBucket>,
): AsyncGenerator<readonly PostingBucket[], void, void> {
  let batch: PostingBucket[] = [];
  let byteCount = 0;
  for await (const bucket of buckets) {
    batch.push(bucket);
    byteCount += bucket.bytes.length;
    const { buckets: most, bytes } = MAX_POSTINGS_BATCH;
    if (batch.length < most && byteCount < bytes) continue;
    yield batch;
    batch = [];
    byteCount = 0;
  }
  if (batch.length > 0) yield batch;
}

const requireWithinLimits = (segments: number, targetLanguages: number): void => {
  const { segmentsPerMemory, targetLanguagesPerMemory } = MEMORY_LIMITS;
  if (segments > segmentsPerMemory) {
    throw invalidFile(`A translation memory has at most ${segmentsPerMemory} segments.`);
  }
  if (targetLanguages > targetLanguagesPerMemory) {
    throw invalidFile(
      `A translation memory has at most ${targetLanguagesPerMemory} target languages.`,
    );
  }
};

const requireStored = (isStored: boolean): void => {
  if (!isStored) throw new Error('the import took too long and was given up');
};

const SEGMENTS_PER_TURN = 200;

/**
 * A translation memory as a TMX file in UTF-8, piece by piece.
 *
 * @throws Error if it is removed meanwhile
 */
export async function* exportTmx(
  { number, sourceLanguage, segmentCount }: MemoryRecord,
  store: Pick<MemoryStore, 'readSegments'>,
): AsyncGenerator<string> {
  yield tmxHead(toWireCode(sourceLanguage), VERSION);
  for (let position = 0; position < segmentCount; ) {
    const segments = await store.readSegments(number, position, SEGMENTS_PER_TURN);
    const last = segments.at(-1);
    if (!last) throw new Error('the translation memory was removed');
    yield segments
      .map(({ text, codes, targets }) =>
        tmxUnit(
          [{ language: sourceLanguage, text, codes }, ...targets].map((variant) => ({
            ...variant,
            language: toWireCode(variant.language),
          })),
        ),
      )
      .join('');
    position = last.position + 1;
    await yieldToLoop();
  }
  yield TMX_TAIL;
}
