/** Longer names are cut: the time is proportional to the product of both lengths. */
const MAX_COMPARED_CHARACTERS = 80;

/** Insertions, deletions and substitutions between two words (Levenshtein), row by row. */
const editDistance = (left: string, right: string): number => {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [row, character] of [...left].entries()) {
    const current = [row + 1];
    for (let column = 0; column < right.length; column += 1) {
      const substituted = (previous[column] ?? 0) + (right[column] === character ? 0 : 1);
      const deleted = (previous[column + 1] ?? 0) + 1;
      const inserted = (current[column] ?? 0) + 1;
      current.push(Math.min(substituted, deleted, inserted));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
};

/**
 * The candidate with the fewest differences from `name`, ignoring case; the first of equals.
 *
 * @param maxDifferences letters that may differ; by default any number
 */
export const nearestName = (
  name: string,
  candidates: readonly string[],
  maxDifferences = Number.POSITIVE_INFINITY,
): string | undefined => {
  const wanted = name.slice(0, MAX_COMPARED_CHARACTERS).toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance && distance <= maxDifferences)
      [best, bestDistance] = [candidate, distance];
  }
  return best;
};
