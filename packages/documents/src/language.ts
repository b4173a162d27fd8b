/** Scripts written from right to left. */
const RIGHT_TO_LEFT_SCRIPTS = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

/** The direction of the script a language is usually written in. @param language BCP 47 tag */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT_SCRIPTS.has(maximize(language)?.script ?? '') ? 'rtl' : 'ltr';

/** Language and likely region, as office formats want it: `de` is `de-DE`. */
export const localeOf = (
  language: string,
): { readonly language: string; readonly region: string } => {
  const locale = maximize(language);
  return { language: locale?.language ?? language, region: locale?.region ?? '' };
};

/** Language and likely region, as Office Open XML wants it: `de` is `de-DE`. */
export const officeLocale = (tag: string): string => {
  const { language, region } = localeOf(tag);
  return region ? `${language}-${region}` : language;
};

/** Languages of scripts that office formats call complex. */
export const isComplexScript = (language: string): boolean =>
  directionOf(language) === 'rtl' ||
  /^(?:hi|bn|ta|te|ml|kn|gu|pa|mr|ne|si|th|lo|km|my)\b/i.test(language);

/** Which of the three languages that WordprocessingML gives a run is that of a text. */
export const wordLanguageAttribute = (language: string): 'eastAsia' | 'bidi' | 'val' =>
  isEastAsian(language) ? 'eastAsia' : isComplexScript(language) ? 'bidi' : 'val';

/** Languages of Chinese, Japanese and Korean text, which office formats name apart. */
export const isEastAsian = (language: string): boolean => /^(?:zh|ja|ko|yue)\b/i.test(language);

const maximize = (language: string): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(language).maximize();
  } catch {
    return undefined;
  }
};
