import { writeFileSync } from 'node:fs';

// marian-dev, src/data/shortlist.cpp: a magic number, a checksum that is not asked for, how many
// frequent words every batch gets, how many a word got at most, two lengths, then the offsets of
// each source word's list and the lists.
const MAGIC = 0xf11a48d5013417f5n;
const FREQUENT_WORDS = 100;
const WORDS_PER_WORD = 50;
/** Words after this one are made up for the bench; no sentence contains them. */
const USED_WORDS = 8000;

/**
 * Writes a lexical shortlist of the usual size for a vocabulary: for each word 50 others, frequent
 * ones more often, as in the list of a real language pair.
 */
export const writeShortlist = (path, vocabularySize) => {
  const pick = zipf(USED_WORDS);
  const lists = Array.from({ length: vocabularySize }, (_, word) => {
    if (word >= USED_WORDS) return [word];
    const list = new Set([word]);
    for (let count = 0; count < WORDS_PER_WORD; count++) list.add(pick());
    return [...list].sort((a, b) => a - b);
  });
  const ids = lists.flat();
  if (ids.length % 2 === 1) ids.push(0);
  const offsets = [0n];
  for (const list of lists) offsets.push(offsets[offsets.length - 1] + BigInt(list.length));
  offsets[vocabularySize] = BigInt(ids.length);
  const counts = [MAGIC, 0n, FREQUENT_WORDS, WORDS_PER_WORD + 1, offsets.length, ids.length];
  const numbers = new BigUint64Array([...counts.map(BigInt), ...offsets]);
  writeFileSync(path, Buffer.concat([numbers, new Uint32Array(ids)].map(bytesOf)));
};

const bytesOf = ({ buffer }) => Buffer.from(buffer);

/** Draws 0 to size - 1, each about as often as 1 / (its number + 10); the same draws every time. */
const zipf = (size) => {
  let total = 0;
  const limits = Array.from({ length: size }, (_, word) => (total += 1 / (word + 10)));
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const wanted = (state / 2 ** 32) * total;
    let [low, high] = [0, size - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (limits[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
};
