import { readFileSync } from 'node:fs';

/** What Ding says about a noun; a plural has no gender. */
export type Gender = 'm' | 'f' | 'n' | 'pl';

const COMMENT = '#';
const TRANSLATION = ' :: ';
const NOUN = /(\p{Lu}[\p{L}-]*) \{(m|f|n|pl)\}/gu;
/** A gender counts where at least this share of a noun's entries have it: `See` has two, `Band` three. */
const MIN_SHARE = 2 / 3;
/** Shorter nouns often end others by chance. */
const SHORTEST_HEAD = 4;

/**
 * Reads the German nouns of the dictionary of Ding, which takes a second: those that {@link findGender}
 * needs to know the gender of all.
 *
 * Format: `Haus {n}; Heim {n} | Häuser {pl} :: house; home | houses` (dict.tu-chemnitz.de).
 *
 * @throws Error where there is no such file
 */
export const readGenders = (path: string): ReadonlyMap<string, Gender> => {
  const counted = new Map<string, Map<Gender, number>>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.startsWith(COMMENT)) continue;
    for (const [, noun = '', found] of germanOf(line).matchAll(NOUN)) {
      const gender = found as Gender;
      const counts = counted.get(noun) ?? new Map<Gender, number>();
      counts.set(gender, (counts.get(gender) ?? 0) + 1);
      counted.set(noun, counts);
    }
  }
  const genders = new Map<string, Gender>();
  for (const [noun, counts] of counted) {
    const gender = clearOne(counts);
    if (gender) genders.set(noun, gender);
  }
  const compounds = [...genders].filter(([noun, gender]) => findByHead(noun, genders) === gender);
  for (const [noun] of compounds) genders.delete(noun);
  return genders;
};

/** The gender of a noun; a compound has that of the longest noun that it ends with. */
export const findGender = (
  noun: string,
  genders: ReadonlyMap<string, Gender>,
): Gender | undefined => genders.get(noun) ?? findByHead(noun, genders);

/** `Kundenportal` has the gender of `Portal`. */
const findByHead = (noun: string, genders: ReadonlyMap<string, Gender>): Gender | undefined => {
  for (let start = 1; noun.length - start >= SHORTEST_HEAD; start++) {
    const gender = genders.get(noun.charAt(start).toUpperCase() + noun.slice(start + 1));
    if (gender) return gender;
  }
  return undefined;
};

const germanOf = (line: string): string => line.slice(0, Math.max(0, line.indexOf(TRANSLATION)));

/** The gender that most entries have. A noun that is its own plural, as `Server`, counts as singular. */
const clearOne = (counts: ReadonlyMap<Gender, number>): Gender | undefined => {
  const singular = [...counts].filter(([gender]) => gender !== 'pl');
  if (singular.length === 0) return 'pl';
  const all = singular.reduce((sum, [, count]) => sum + count, 0);
  return singular.find(([, count]) => count >= MIN_SHARE * all)?.[0];
};
