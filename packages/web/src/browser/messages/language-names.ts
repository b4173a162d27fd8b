import { locale } from './messages.js';

/**
 * The name of a language as the page's own language writes it.
 *
 * @param code upper-case code, with its variant or without
 * @param english its name in English, for codes that the browser does not know
 */
export const languageName = (code: string, english: string): string =>
  locale() === 'en' ? english : (nameIn(locale(), code) ?? english);

/** The name of a language in the language itself: `Deutsch`; undefined if the browser has none. */
export const ownName = (code: string): string | undefined => nameIn(code, code);

const nameIn = (writer: string, code: string): string | undefined => {
  try {
    return namesIn(writer).of(code);
  } catch {
    // The service also has codes that are no language tags.
    return undefined;
  }
};

const known = new Map<string, Intl.DisplayNames>();
const namesIn = (writer: string): Intl.DisplayNames => {
  const names =
    known.get(writer) ??
    new Intl.DisplayNames(writer, {
      type: 'language',
      languageDisplay: 'standard',
      fallback: 'none',
    });
  known.set(writer, names);
  return names;
};
