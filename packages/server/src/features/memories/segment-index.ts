import { charactersOf, yieldToLoop } from '@dragoman/core';
import type { PostingBucket } from './memory-record.js';

/** Builds the index of a memory, with about 12 bytes of memory for each posting. */
interface IndexBuilder {
  /** @param form the source text as it is compared */
  add(position: number, form: string): void;
  finish(): BuiltIndex;
}

interface BuiltIndex {
  readonly bucketBits: number;
  /** Those that are not empty, in turns of the event loop. */
  readonly buckets: AsyncIterable<PostingBucket>;
}

/** With fewer, a search would read many that it is not about; with more, there would be many rows. */
const POSTINGS_PER_BUCKET = 8;
/** Postings are collected in blocks of this size, each of which is sorted in one turn. */
const BLOCK_SIZE = 2 ** 16;

interface Block {
  readonly hashes: Uint16Array;
  readonly postings: Uint32Array;
}

const LENGTH_BITS = 12;
/** Longer texts count as this long. */
export const MAX_LENGTH = 2 ** LENGTH_BITS - 1;

/** A posting in 32 bits. A memory has fewer than 2^20 segments. */
const packPosting = (position: number, length: number): number =>
  position * 2 ** LENGTH_BITS + Math.min(length, MAX_LENGTH);

export const positionOf = (packed: number): number => packed >>> LENGTH_BITS;

export const lengthOf = (packed: number): number => packed & MAX_LENGTH;

export const POSTING_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** The packed postings in the bytes of a bucket (little-endian, whatever the machine). */
export const readPostings = (bytes: Uint8Array): Uint32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const postings = new Uint32Array(bytes.byteLength >> 2);
  // A loop: `Uint32Array.from` takes several times as long, and a search reads thousands.
  for (let index = 0; index < postings.length; index++) {
    postings[index] = view.getUint32(index * 4, true);
  }
  return postings;
};

const writePostings = (postings: Uint32Array): Uint8Array => {
  const bytes = new Uint8Array(postings.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, posting] of postings.entries()) view.setUint32(index * 4, posting, true);
  return bytes;
};

/** Characters of a gram: short texts have few, so theirs are shorter. */
const GRAM_CHARACTERS = { short: 3, long: 4 } as const;
/** Texts with up to this many characters are short. */
export const SHORT_CHARACTERS = 20;

/** Hashes of grams have this many bits. */
const HASH_BITS = 16;

/** In each of these parts of a long text, the rarest gram is chosen. */
const ZONES = 8;

type GramKind = keyof typeof GRAM_CHARACTERS;

export const gramKindOf = (characterCount: number): GramKind =>
  characterCount <= SHORT_CHARACTERS ? 'short' : 'long';

// Its beginning and its end make a text easier to find.
const bounded = (form: string): string => `\u0002${form.toLowerCase()}\u0003`;

/** Hashes of all runs of a few characters (UTF-16 code units) in a text, in order. */
export const hashGrams = (form: string, kind: GramKind): Uint16Array => {
  const text = bounded(form);
  const size = GRAM_CHARACTERS[kind];
  const hashes = new Uint16Array(Math.max(0, text.length - size + 1));
  for (let start = 0; start < hashes.length; start++) {
    // FNV-1a, folded to 16 bits (http://www.isthe.com/chongo/tech/comp/fnv/).
    let hash = 0x811c9dc5;
    for (let index = start; index < start + size; index++) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
    hashes[start] = hash ^ (hash >>> HASH_BITS);
  }
  return hashes;
};

/**
 * The grams that a text is found by: all of a short one; of a long one the rarest in each part, so
 * that few texts share them and a change in one part leaves the others.
 *
 * @param counts how often each hash has occurred
 */
const chooseGrams = (
  hashes: Uint16Array,
  kind: GramKind,
  counts: Uint32Array,
): ReadonlySet<number> => {
  if (kind === 'short') return new Set(hashes);
  const chosen = new Set<number>();
  for (let zone = 0; zone < ZONES; zone++) {
    const end = Math.floor(((zone + 1) * hashes.length) / ZONES);
    let rarest: number | undefined;
    for (let index = Math.floor((zone * hashes.length) / ZONES); index < end; index++) {
      const hash = hashes[index] ?? 0;
      if (rarest === undefined || (counts[hash] ?? 0) < (counts[rarest] ?? 0)) rarest = hash;
    }
    if (rarest !== undefined) chosen.add(rarest);
  }
  return chosen;
};

export const createIndexBuilder = (): IndexBuilder => {
  const counts = new Uint32Array(2 ** HASH_BITS);
  const blocks: Block[] = [];
  let size = 0;

  const push = (hash: number, posting: number): void => {
    const index = size % BLOCK_SIZE;
    if (index === 0) {
      blocks.push({
        hashes: new Uint16Array(BLOCK_SIZE),
        postings: new Uint32Array(BLOCK_SIZE),
      });
    }
    const block = blocks.at(-1);
    if (!block) return;
    block.hashes[index] = hash;
    block.postings[index] = posting;
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
      return { bucketBits, buckets: sortIntoBuckets(blocks, size, bucketBits) };
    },
  };
};

/** The bucket of a hash. */
export const bucketOf = (hash: number, bucketBits: number): number =>
  hash >>> (HASH_BITS - bucketBits);

async function* sortIntoBuckets(
  blocks: readonly Block[],
  size: number,
  bucketBits: number,
): AsyncGenerator<PostingBucket, void, void> {
  /** Calls for every posting; a block takes the thread a millisecond. */
  const inTurns = async (visit: (bucket: number, posting: number) => void): Promise<void> => {
    for (const [number, { hashes, postings }] of blocks.entries()) {
      const count = Math.min(BLOCK_SIZE, size - number * BLOCK_SIZE);
      for (let index = 0; index < count; index++) {
        visit(bucketOf(hashes[index] ?? 0, bucketBits), postings[index] ?? 0);
      }
      await yieldToLoop();
    }
  };
  const ends = new Uint32Array(2 ** bucketBits);
  await inTurns((bucket) => {
    ends[bucket] = (ends[bucket] ?? 0) + 1;
  });
  let before = 0;
  for (const [bucket, count] of ends.entries()) {
    ends[bucket] = before;
    before += count;
  }
  const sorted = new Uint32Array(size);
  await inTurns((bucket, posting) => {
    const place = ends[bucket] ?? 0;
    sorted[place] = posting;
    ends[bucket] = place + 1;
  });
  let start = 0;
  for (const [bucket, end] of ends.entries()) {
    if (end > start) yield { bucket, bytes: writePostings(sorted.subarray(start, end)) };
    start = end;
  }
}
