/**
 * Counts the runs of `order` items.
 *
 * @param separator between the items of a key; must not occur in them
 */
export const countNgrams = (
  items: readonly string[],
  order: number,
  separator: string,
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (let start = 0; start + order <= items.length; start++) {
    const key = items.slice(start, start + order).join(separator);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** How many n-grams of the hypothesis the reference has as well, each at most as often as there. */
export const countMatches = (
  hypothesis: ReadonlyMap<string, number>,
  reference: ReadonlyMap<string, number>,
): number => {
  let matches = 0;
  for (const [ngram, count] of hypothesis) matches += Math.min(count, reference.get(ngram) ?? 0);
  return matches;
};

/** @throws RangeError unless there are as many of both, and some */
export const requireParallel = (
  hypotheses: readonly unknown[],
  references: readonly unknown[],
): void => {
  if (hypotheses.length !== references.length || hypotheses.length === 0) {
    throw new RangeError(
      `${hypotheses.length} hypotheses for ${references.length} references: both must be as many, and some`,
    );
  }
};
