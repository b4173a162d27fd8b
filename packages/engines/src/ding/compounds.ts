/** Shorter nouns often end others by chance. */
const SHORTEST_HEAD = 4;

/** The gender of a compound is that of the longest noun that it ends with: `Kundenportal`, of `Portal`. */
export const genderOfCompound = <Gender>(
  noun: string,
  genders: ReadonlyMap<string, Gender>,
): Gender | undefined => findByHead(noun, genders, (gender) => gender);

/** So is its plural, after what stands before: `Kundenportale`. */
export const pluralOfCompound = (
  noun: string,
  plurals: ReadonlyMap<string, string>,
): string | undefined =>
  findByHead(noun, plurals, (plural, before) => before + plural.toLowerCase());

const findByHead = <Value>(
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
