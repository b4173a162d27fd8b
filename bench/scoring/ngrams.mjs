/**
 * Counts the runs of `order` items.
 *
 * @param {readonly string[]} items
 * @param {number} order
 * @param {string} separator between the items of a key; must not occur in them
 * @returns {Map<string, number>}
 */
export const countNgrams = (items, order, separator) => {
  const counts = new Map();
  for (let start = 0; start + order <= items.length; start++) {
    const key = items.slice(start, start + order).join(separator);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/**
 * How many n-grams of the hypothesis the reference has as well, each at most as often as there.
 *
 * @param {ReadonlyMap<string, number>} hypothesis
 * @param {ReadonlyMap<string, number>} reference
 */
export const countMatches = (hypothesis, reference) => {
  let matches = 0;
  for (const [ngram, count] of hypothesis) matches += Math.min(count, reference.get(ngram) ?? 0);
  return matches;
};

/** @param {readonly unknown[]} hypotheses @param {readonly unknown[]} references */
export const requireParallel = (hypotheses, references) => {
  if (hypotheses.length !== references.length || hypotheses.length === 0) {
    throw new RangeError(
      `${hypotheses.length} hypotheses for ${references.length} references: both must be as many, and some`,
    );
  }
};
