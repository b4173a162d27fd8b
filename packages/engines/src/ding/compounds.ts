/** Shorter nouns often end others by chance. */
const SHORTEST_HEAD = 4;

/**
 * What is known of the longest noun that a compound ends with: `Kundenportal` is like `Portal`.
 *
 * @param compound makes the compound's value of that noun's value and what stands before it
 */
export const findForCompound = <Value>(
  noun: string,
  values: ReadonlyMap<string, Value>,
  compound: (value: Value, before: string) => Value,
): Value | undefined => {
  for (let start = 1; noun.length - start >= SHORTEST_HEAD; start++) {
    const value = values.get(noun.charAt(start).toUpperCase() + noun.slice(start + 1));
    if (value !== undefined) return compound(value, noun.slice(0, start));
  }
  return undefined;
};
