import { findLanguage, type LanguageTag, toTag } from '@dragoman/contract';

/** A side of a mode's name: the tags it stands for, none where the service does not know it. */
type ModeLanguage = readonly LanguageTag[];

/**
 * Apertium names languages by ISO 639-1 or 639-3, whichever the package's author chose. The
 * second is rewritten to the first by the language subtag registry Node carries (CLDR aliases);
 * only what that maps otherwise, or to a macrolanguage, is listed here.
 */
const EXCEPTIONS: Readonly<Record<string, ModeLanguage>> = {
  // Serbo-Croatian; the packages write Latin script in the Croatian and Bosnian norms.
  hbs: ['hr', 'bs'],
  sh: ['hr', 'bs'],
  zlm: ['ms'],
  nor: ['nb'],
  no: ['nb'],
};

// Variants of a mode's target that are variants of the service, too.
const VARIANTS: Readonly<Record<string, LanguageTag>> = {
  pt_BR: 'pt-BR',
  pt_PT: 'pt-PT',
  en_US: 'en-US',
  en_GB: 'en-GB',
};

/** The tags of a language code in a mode's name. */
export const languagesOfCode = (code: string): ModeLanguage => {
  const exception = EXCEPTIONS[code];
  if (exception) return exception;
  const canonical = canonicalCode(code);
  const language = canonical === undefined ? undefined : findLanguage(canonical);
  return language ? [toTag(language.code)] : [];
};

/** The tag of a target's variant, such as `por` and `BR`; undefined where the service has none. */
export const variantOfCode = (code: string, variant: string): LanguageTag | undefined => {
  const [base] = languagesOfCode(code);
  return base === undefined ? undefined : VARIANTS[`${base}_${variant}`];
};

const canonicalCode = (code: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
};
