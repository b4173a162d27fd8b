import type { LanguageTag } from '@dragoman/contract';

// Languages that elide with an apostrophe, and whose dictionaries know only the typewriter's.
const APOSTROPHE_LANGUAGES: ReadonlySet<LanguageTag> = new Set([
  'en',
  'fr',
  'ca',
  'it',
  'oc',
  'br',
]);

/**
 * Rewrites a text the way Apertium's dictionaries spell it: `'` for the typographic apostrophe,
 * and in French `oe` for the ligature, which fr-es lacks while every French dictionary has `oe`.
 */
export const normaliseForEngine = (text: string, source: LanguageTag): string => {
  let normalised = text;
  if (APOSTROPHE_LANGUAGES.has(source)) normalised = normalised.replaceAll('’', "'");
  if (source === 'fr') {
    normalised = normalised
      .replaceAll('œ', 'oe')
      .replace(/Œ(?=\p{Lu})/gu, 'OE')
      .replaceAll('Œ', 'Oe');
  }
  return normalised;
};
