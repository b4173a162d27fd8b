const LENGTH = 3;

/**
 * Which of several translations of a sentence has most of what the others have, counted in sequences
 * of three characters: what only one model run left out, made up or misplaced, the others outvote.
 * This is minimum Bayes risk decoding (Kumar and Byrne 2004) over few candidates, with recall as the
 * gain: on a tie of two, the one that says more is taken.
 *
 * @param texts at least one
 * @returns an index; the first one of equally good ones
 */
export const indexOfFullest = (texts: readonly string[]): number => {
  const counted = texts.map(countSequences);
  const gains = counted.map((own) =>
    counted.reduce((sum, other) => sum + (own === other ? 0 : recallOf(own, other)), 0),
  );
  return gains.indexOf(Math.max(...gains));
};

type Counts = ReadonlyMap<string, number>;

const countSequences = (text: string): Counts => {
  const counts = new Map<string, number>();
  const letters = text.replace(/\s+/gu, '');
  for (let at = 0; at + LENGTH <= letters.length; at++) {
    const sequence = letters.slice(at, at + LENGTH);
    counts.set(sequence, (counts.get(sequence) ?? 0) + 1);
  }
  return counts;
};

/** The share of another text's sequences that a text has. */
const recallOf = (own: Counts, other: Counts): number => {
  let found = 0;
  let all = 0;
  for (const [sequence, count] of other) {
    found += Math.min(count, own.get(sequence) ?? 0);
    all += count;
  }
  return all === 0 ? 0 : found / all;
};
