import { gramKindOf, hashGrams, SHORT_CHARACTERS } from './grams.js';
import { bucketOf } from './index-builder.js';
import { lengthOf, MAX_LENGTH, positionOf, readPostings } from './postings.js';

/** What is looked for, and in which index. */
export interface CandidateQuery {
  readonly characterCount: number;
  /** Lengths that a similar text can have. */
  readonly lengths: { readonly least: number; readonly most: number };
  readonly bucketBits: number;
}

/** Candidates are compared character by character. */
const MAX_CANDIDATES = 64;

/**
 * The segments that share most grams with a text, the most promising first.
 *
 * @param readBuckets reads the postings of buckets
 */
export const findCandidates = async (
  form: string,
  { characterCount, lengths, bucketBits }: CandidateQuery,
  readBuckets: (buckets: readonly number[]) => Promise<readonly Uint8Array[]>,
): Promise<readonly number[]> => {
  const buckets = new Set<number>();
  for (const kind of ['short', 'long'] as const) {
    const isPossible =
      kind === 'short' ? lengths.least <= SHORT_CHARACTERS : lengths.most > SHORT_CHARACTERS;
    if (!isPossible) continue;
    for (const hash of hashGrams(form, kind)) buckets.add(bucketOf(hash, bucketBits));
  }
  const least = Math.min(lengths.least, MAX_LENGTH);
  const counts = new Map<number, number>();
  for (const bytes of await readBuckets([...buckets])) {
    for (const posting of readPostings(bytes)) {
      const length = lengthOf(posting);
      if (length < least || length > lengths.most) continue;
      counts.set(posting, (counts.get(posting) ?? 0) + scoreOf(length));
    }
  }
  return best(counts, characterCount).map(positionOf);
};

/** A short text is found by more grams than a long one, so each counts less. */
const scoreOf = (length: number): number => (gramKindOf(length) === 'short' ? 1 : 2);

const best = (counts: ReadonlyMap<number, number>, characterCount: number): readonly number[] => {
  const numbers: number[] = [];
  for (const count of counts.values()) numbers[count] = (numbers[count] ?? 0) + 1;
  let cutoff = numbers.length - 1;
  for (let sum = numbers[cutoff] ?? 0; cutoff > 1 && sum < MAX_CANDIDATES; ) {
    sum += numbers[--cutoff] ?? 0;
  }
  const distance = (posting: number) => Math.abs(lengthOf(posting) - characterCount);
  return [...counts]
    .filter(([, count]) => count >= cutoff)
    .toSorted(([one, ones], [other, others]) => others - ones || distance(one) - distance(other))
    .slice(0, MAX_CANDIDATES)
    .map(([posting]) => posting);
};
