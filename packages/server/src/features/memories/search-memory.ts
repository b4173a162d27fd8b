import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LanguageTag } from '@dragoman/contract';
import {
  alignCodes,
  CODE_MARK,
  charactersOf,
  type MemoryMatch,
  similarity,
  similarLengths,
  withPlaceholders,
} from '@dragoman/core';
import { findCandidates } from './find-candidates.js';
import type { Candidate, MemoryRecord, MemoryStore } from './memory-record.js';

/** Where to look, and for what. */
export interface MemorySearch {
  readonly store: Pick<MemoryStore, 'findEqual' | 'readBuckets' | 'readCandidates'>;
  readonly memory: MemoryRecord;
  /** One of the target languages of the memory. */
  readonly language: LanguageTag;
  /** Minimum similarity in percent. */
  readonly threshold: number;
}

/** Longer texts are only found where they are equal: comparing takes time by the square of it. */
const MAX_CHARACTERS = 1000;
/** Segments of a memory that is compared as a whole. */
const SMALL_MEMORY = 200;

/** The matches for texts that the memory has just so; of several translations, the last one. */
export const findEqual = async (
  forms: readonly string[],
  { store, memory, language }: MemorySearch,
): Promise<ReadonlyMap<string, MemoryMatch>> => {
  const matches = new Map<string, MemoryMatch>();
  for (const candidate of await store.findEqual(memory.number, language, forms)) {
    const match = toMatch(candidate.form, candidate, 100);
    if (match) matches.set(candidate.form, match);
  }
  return matches;
};

/** Comparisons before other requests have their turn: a comparison of long texts takes half a millisecond. */
const CANDIDATES_A_TURN = 16;

/**
 * The most similar text of a memory; undefined if none reaches the threshold.
 *
 * @throws the signal's reason once it aborts
 */
export const findSimilar = async (
  form: string,
  { store, memory, language, threshold }: MemorySearch,
  signal: AbortSignal,
): Promise<MemoryMatch | undefined> => {
  const characters = charactersOf(form);
  if (threshold >= 100 || characters.length > MAX_CHARACTERS) return undefined;
  const lengths = similarLengths(characters.length, threshold);
  const positions =
    memory.segmentCount <= SMALL_MEMORY
      ? Array.from({ length: memory.segmentCount }, (_, position) => position)
      : await findCandidates(
          form,
          { ...memory, lengths, characterCount: characters.length },
          (buckets) => store.readBuckets(memory.number, buckets),
        );
  let best: MemoryMatch | undefined;
  const candidates = await store.readCandidates(memory.number, language, positions);
  for (const [index, candidate] of candidates.entries()) {
    if (index % CANDIDATES_A_TURN === 0) await nextTurn();
    signal.throwIfAborted();
    const least = best ? best.similarity + 1 : threshold;
    const similar = similarity(characters, charactersOf(candidate.form), least);
    const match = similar === undefined ? undefined : toMatch(form, candidate, similar);
    if (match && match.similarity >= least) best = match;
  }
  return best;
};

/** @returns undefined for a translation whose codes cannot stand for those of the text */
const toMatch = (
  form: string,
  { source, target }: Candidate,
  percent: number,
): MemoryMatch | undefined => {
  const aligned = alignCodes(withPlaceholders(source), withPlaceholders(target));
  if (aligned?.order.length !== form.split(CODE_MARK).length - 1) return undefined;
  return { similarity: percent, ...aligned };
};
