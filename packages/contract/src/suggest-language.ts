import { type AppError, invalidParameter } from './errors.js';
import { LANGUAGES, UNLISTED_LANGUAGES } from './language-table.js';
import { baseOf, findLanguage, findTarget, toTag } from './languages.js';
import { nearestName } from './nearest-name.js';

/** A language or variant of the contract by code and name. */
export interface NamedLanguage {
  readonly code: string;
  readonly name: string;
}

/** Names this short are near to everything. */
const MIN_NEAR_CHARACTERS = 4;
const MAX_NAME_CHARACTERS = 60;
/** A name with one letter wrong, missing or too much is still that name. */
const MAX_DIFFERENCES = 1;
const UNKNOWN_COUNTRY = 'ZZ';

/** Tags in use for a language that the contract has under another code. */
const OTHER_CODES: ReadonlyMap<string, string> = new Map([
  ['cmn', 'ZH'],
  ['fil', 'TL'],
  ['nn', 'NB'],
  ['no', 'NB'],
]);

const ROWS: readonly NamedLanguage[] = [...LANGUAGES, ...UNLISTED_LANGUAGES].flatMap(
  ({ code, name, variants = [] }) => [{ code, name }, ...variants],
);

/** What a language calls itself: `Deutsch`; undefined where the runtime does not know. */
const ownName = ({ code }: NamedLanguage): string | undefined =>
  new Intl.DisplayNames([toTag(code)], { type: 'language', fallback: 'none' }).of(toTag(code));

let knownNames: ReadonlyMap<string, NamedLanguage> | undefined;

/** All languages by English name and by their own, in lower case. Made when first needed. */
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

/** The language of this name, in English or its own language, in any case: `german`, `Deutsch`. */
export const findLanguageByName = (name: string): NamedLanguage | undefined =>
  name.length > MAX_NAME_CHARACTERS ? undefined : languagesByName().get(name.trim().toLowerCase());

/**
 * What somebody may have meant who sent this for a language code: a name, a name with a slip, the
 * code of a country, a code of three letters, a variant there is none of.
 */
export const suggestLanguage = (text: string): NamedLanguage | undefined => {
  if (text.length > MAX_NAME_CHARACTERS) return undefined;
  return (
    findLanguageByName(text) ?? byTag(text.trim().replaceAll('_', '-')) ?? byNearName(text.trim())
  );
};

/** The 400 for a code that no language has, with what may be meant. */
export const unknownLanguage = (
  parameter: 'source_lang' | 'target_lang',
  code: string,
): AppError => {
  const meant = suggestLanguage(code);
  if (!meant) {
    return invalidParameter(
      parameter,
      'Codes are those of GET /v2/languages, such as EN or PT-BR.',
    );
  }
  // A source has no variant: what is suggested has to be taken when it is sent.
  const base = findLanguage(baseOf(meant.code));
  const { code: suggested, name } = parameter === 'source_lang' && base ? base : meant;
  return invalidParameter(parameter, `Did you mean ${suggested} (${name})?`);
};

const byTag = (text: string): NamedLanguage | undefined => {
  const base = canonical(text)?.language;
  const known = base === undefined ? undefined : rowOf(base);
  if (known || !/^[A-Za-z]{2}$/.test(text)) return known;
  // A country: the language most of its people speak, in the country's own variant if there is one.
  const country = isCountry(text) ? canonical(`und-${text}`)?.maximize() : undefined;
  return country?.language === undefined
    ? undefined
    : (rowOf(`${country.language}-${country.region}`) ?? rowOf(country.language));
};

const isCountry = (code: string): boolean =>
  code.toUpperCase() !== UNKNOWN_COUNTRY &&
  new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code.toUpperCase()) !==
    undefined;

/** The contract's row for a code; a base code stands for itself, whatever its default variant is. */
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

const byNearName = (text: string): NamedLanguage | undefined => {
  if (text.length < MIN_NEAR_CHARACTERS) return undefined;
  const near = nearestName(text, [...languagesByName().keys()], MAX_DIFFERENCES);
  return near === undefined ? undefined : languagesByName().get(near);
};
