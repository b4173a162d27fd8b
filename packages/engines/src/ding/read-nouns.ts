import { readFileSync } from 'node:fs';

/** What Ding says about a noun; a plural has no gender. */
export type Gender = 'm' | 'f' | 'n' | 'pl';

/** German nouns, without the compounds that are like the noun they end with. */
export interface GermanNouns {
  readonly genders: ReadonlyMap<string, Gender>;
  /** By their singulars. */
  readonly plurals: ReadonlyMap<string, string>;
}

const COMMENT = '#';
const TRANSLATION = ' :: ';
const NOUN = /(\p{Lu}[\p{L}-]*) \{(m|f|n|pl)\}/gu;
/** A gender counts where at least this share of a noun's entries have it: `See` has two, `Band` three. */
const MIN_SHARE = 2 / 3;

const ENDINGS = /^(?:|e|n|en|er|s|se|nen)$/;
/** Endings of singulars, mostly from other languages, that plurals have others for: `Konto`, `Museum`. */
const REPLACED = /(?:um|us|is|on|a|o|as)$/;
const REPLACEMENTS = /^(?:en|a|i|ien|ata|e)$/;
const SHORTEST_STEM = 3;

/** Whether a noun is a plural of another one, going by its ending: `Häuser` of `Haus`. */
export const isPluralOf = (plural: string, singular: string): boolean => {
  const [longer, base] = [withoutUmlauts(plural), withoutUmlauts(singular)];
  if (longer.startsWith(base) && ENDINGS.test(longer.slice(base.length))) return true;
  const stem = base.replace(REPLACED, '');
  return (
    stem !== base &&
    stem.length >= SHORTEST_STEM &&
    longer.startsWith(stem) &&
    REPLACEMENTS.test(longer.slice(stem.length))
  );
};

const withoutUmlauts = (word: string): string =>
  word.toLowerCase().replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u');

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

/**
 * Reads the German nouns of the dictionary of Ding, which takes a second.
 *
 * Format: `Haus {n}; Heim {n} | Häuser {pl} :: house; home | houses` (dict.tu-chemnitz.de).
 *
 * @throws Error where there is no such file
 */
export const readNouns = (path: string): GermanNouns => {
  const counted = new Map<string, Map<Gender, number>>();
  const plurals = new Map<string, string>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.startsWith(COMMENT)) continue;
    const nouns = nounsOf(line);
    const singulars = nouns.flatMap(({ noun, gender }) => (gender === 'pl' ? [] : [noun]));
    for (const { noun, gender } of nouns) {
      const counts = counted.get(noun) ?? new Map<Gender, number>();
      counts.set(gender, (counts.get(gender) ?? 0) + 1);
      counted.set(noun, counts);
      const singular = singulars.find((one) => gender === 'pl' && isPluralOf(noun, one));
      if (singular !== undefined && !plurals.has(singular)) plurals.set(singular, noun);
    }
  }
  const genders = new Map<string, Gender>();
  for (const [noun, counts] of counted) {
    const gender = clearOne(counts);
    if (gender) genders.set(noun, gender);
  }
  return {
    genders: withoutCompounds(genders, genderOfCompound),
    plurals: withoutCompounds(plurals, pluralOfCompound),
  };
};

const nounsOf = (line: string): readonly { readonly noun: string; readonly gender: Gender }[] =>
  Array.from(
    line.slice(0, Math.max(0, line.indexOf(TRANSLATION))).matchAll(NOUN),
    ([, noun = '', gender]) => ({ noun, gender: gender as Gender }),
  );

/** The gender that most entries have. A noun that is its own plural, as `Server`, counts as singular. */
const clearOne = (counts: ReadonlyMap<Gender, number>): Gender | undefined => {
  const singular = [...counts].filter(([gender]) => gender !== 'pl');
  if (singular.length === 0) return 'pl';
  const all = singular.reduce((sum, [, count]) => sum + count, 0);
  return singular.find(([, count]) => count >= MIN_SHARE * all)?.[0];
};

/** Without the compounds whose value follows from the nouns that they end with. */
const withoutCompounds = <Value>(
  values: ReadonlyMap<string, Value>,
  ofCompound: (noun: string, values: ReadonlyMap<string, Value>) => Value | undefined,
): ReadonlyMap<string, Value> =>
  new Map([...values].filter(([noun, value]) => ofCompound(noun, values) !== value));
