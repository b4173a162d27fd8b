import { type AppError, invalidParameter } from './errors.js';
import { LANGUAGES, UNLISTED_LANGUAGES } from './language-table.js';
import { baseOf, findLanguage, findTarget, toTag } from './languages.js';

/** A language or variant of the contract by code and name. */
export interface NamedLanguage {
  readonly code: string;
  readonly name: string;
}

/** Shorter names are similar to too many others. */
const MIN_NEAR_CHARACTERS = 4;
const MAX_NAME_CHARACTERS = 60;
/** Letters that may be wrong, missing or extra. */
const MAX_DIFFERENCES = 1;
const UNKNOWN_COUNTRY = 'ZZ';

/** Other tags for languages of the contract. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['cmn', 'ZH'],
  ['fil', 'TL'],
  ['nn', 'NB'],
  ['no', 'NB'],
]);

const ROWS: readonly NamedLanguage[] = [...LANGUAGES, ...UNLISTED_LANGUAGES].flatMap(
  ({ code, name, variants = [] }) => [{ code, name }, ...variants],
);

/** The name of a language in itself, such as `Deutsch`; undefined if the runtime does not know it. */
const ownName = ({ code }: NamedLanguage): string | undefined =>
  new Intl.DisplayNames([toTag(code)], { type: 'language', fallback: 'none' }).of(toTag(code));

let knownNames: ReadonlyMap<string, NamedLanguage> | undefined;

/** All languages by English name and own name, in lower case. Created when first needed. */
const languagesByName = (): ReadonlyMap<string, NamedLanguage> => {
  knownNames ??= new Map([
    ...ROWS.flatMap((row) => {
      const own = ownName(row)?.toLowerCase();
      return own === undefined ? [] : ([[own, row]] as const);
    }),
    ...ROWS.map((row) => [row.name.toLowerCase(), row] as const),
  ]);
  return knownNames;
};

/** The language with this name in English or in itself, ignoring case: `german`, `Deutsch`. */
export const findLanguageByName = (name: string): NamedLanguage | undefined =>
  name.length > MAX_NAME_CHARACTERS ? undefined : languagesByName().get(name.trim().toLowerCase());

/**
 * The language probably meant by an unknown code: it may be a name, a misspelled name, the code of a
 * country, a code of three letters, or a variant that does not exist.
 */
export const suggestLanguage = (text: string): NamedLanguage | undefined => {
  if (text.length > MAX_NAME_CHARACTERS) return undefined;
  return (
    findLanguageByName(text) ?? byTag(text.trim().replaceAll('_', '-')) ?? byNearName(text.trim())
  );
};

/** The 400 for an unknown code, with the language probably meant. */
export const unknownLanguage = (parameter: string, code: string): AppError =>
  invalidParameter(
    parameter,
    unknownLanguageReason(code, { isTarget: parameter === 'target_lang' }),
  );

/** What to send in the place of an unknown code. Only a target may be a variant. */
export const unknownLanguageReason = (
  code: string,
  { isTarget }: { readonly isTarget: boolean },
): string => {
  const meant = suggestLanguage(code);
  if (!meant) return 'Codes are those of GET /v2/languages, such as EN or PT-BR.';
  // A suggestion must be accepted when it is sent.
  const base = findLanguage(baseOf(meant.code));
  const { code: suggested, name } = !isTarget && base ? base : meant;
  return `Did you mean ${suggested} (${name})?`;
};

const byTag = (text: string): NamedLanguage | undefined => {
  const tag = canonical(text);
  const base = tag?.language;
  // `zh-TW` is written in the script of ZH-HANT.
  const variants = base === undefined ? [] : [tag?.script, tag?.region, tag?.maximize().script];
  const known =
    variants.map((variant) => variant && rowOf(`${base}-${variant}`)).find((row) => row) ||
    (base === undefined ? undefined : rowOf(base));
  if (known || !/^[A-Za-z]{2}$/.test(text)) return known;
  // A country: its most likely language, in the country's own variant if there is one.
  const country = isCountry(text) ? canonical(`und-${text}`)?.maximize() : undefined;
  return country?.language === undefined
    ? undefined
    : (rowOf(`${country.language}-${country.region}`) ?? rowOf(country.language));
};

const isCountry = (code: string): boolean =>
  code.toUpperCase() !== UNKNOWN_COUNTRY &&
  new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code.toUpperCase()) !==
    undefined;

/** The contract's row for a code; a base code is not replaced by its default variant. */
const rowOf = (tag: string): NamedLanguage | undefined => {
  const code = OTHER_CODES.get(tag) ?? tag;
  const target = code.includes('-') ? findTarget(code)?.variant : findLanguage(code);
  return target && { code: target.code, name: target.name };
};

const canonical = (tag: string): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
};

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

const byNearName = (text: string): NamedLanguage | undefined => {
  if (text.length < MIN_NEAR_CHARACTERS) return undefined;
  const near = nearestName(text, [...languagesByName().keys()], MAX_DIFFERENCES);
  return near === undefined ? undefined : languagesByName().get(near);
};
