import { charactersOf } from '@dragoman/core';
import { chooseGrams, gramKindOf, HASH_BITS, hashGrams } from './grams.js';
import type { PostingBucket } from './memory-record.js';
import { packPosting, writePostings } from './postings.js';

/** Builds the index of a memory, with about 12 bytes of memory for each posting. */
export interface IndexBuilder {
  /** @param form the source text as it is compared */
  add(position: number, form: string): void;
  finish(): BuiltIndex;
}

export interface BuiltIndex {
  readonly bucketBits: number;
  /** Those that are not empty, each in turn. */
  readonly buckets: Iterable<PostingBucket>;
}

/** With fewer, a search would read many that it is not about; with more, there would be many rows. */
const POSTINGS_PER_BUCKET = 8;
const FIRST_CAPACITY = 1024;

export const createIndexBuilder = (): IndexBuilder => {
  const counts = new Uint32Array(2 ** HASH_BITS);
  let hashes = new Uint16Array(FIRST_CAPACITY);
  let postings = new Uint32Array(FIRST_CAPACITY);
  let size = 0;

  const push = (hash: number, posting: number): void => {
    if (size === hashes.length) {
      const [oldHashes, oldPostings] = [hashes, postings];
      hashes = new Uint16Array(2 * size);
      postings = new Uint32Array(2 * size);
      hashes.set(oldHashes);
      postings.set(oldPostings);
    }
    hashes[size] = hash;
    postings[size] = posting;
    size++;
  };

  return {
    add(position, form) {
      const { length } = charactersOf(form);
      const kind = gramKindOf(length);
      const grams = hashGrams(form, kind);
      for (const hash of grams) counts[hash] = (counts[hash] ?? 0) + 1;
      const posting = packPosting(position, length);
      for (const hash of chooseGrams(grams, kind, counts)) push(hash, posting);
    },
    finish() {
      const bucketBits = Math.min(
        HASH_BITS,
        Math.max(0, Math.ceil(Math.log2(size / POSTINGS_PER_BUCKET))),
      );
      return { bucketBits, buckets: sortIntoBuckets(hashes, postings, size, bucketBits) };
    },
  };
};

/** The bucket of a hash. */
export const bucketOf = (hash: number, bucketBits: number): number =>
  hash >>> (HASH_BITS - bucketBits);

function* sortIntoBuckets(
  hashes: Uint16Array,
  postings: Uint32Array,
  size: number,
  bucketBits: number,
): Generator<PostingBucket> {
  const ends = new Uint32Array(2 ** bucketBits);
  for (let index = 0; index < size; index++) {
    const bucket = bucketOf(hashes[index] ?? 0, bucketBits);
    ends[bucket] = (ends[bucket] ?? 0) + 1;
  }
  let before = 0;
  for (const [bucket, count] of ends.entries()) {
    ends[bucket] = before;
    before += count;
  }
  const sorted = new Uint32Array(size);
  for (let index = 0; index < size; index++) {
    const bucket = bucketOf(hashes[index] ?? 0, bucketBits);
    const place = ends[bucket] ?? 0;
    sorted[place] = postings[index] ?? 0;
    ends[bucket] = place + 1;
  }
  let start = 0;
  for (const [bucket, end] of ends.entries()) {
    if (end > start) yield { bucket, bytes: writePostings(sorted.subarray(start, end)) };
    start = end;
  }
}
