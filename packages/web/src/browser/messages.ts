import { keepChoices } from './choices.js';
import { element } from './elements.js';
import { MESSAGES as EN, type Message, type MessageKey, type Messages } from './locales/en.js';
import { LOCALES } from './locales.js';

/** What stands in a message: numbers are written as the language writes them. */
type MessageValues = Readonly<Record<string, string | number>>;

/** How the page writes now. */
interface Writing {
  readonly locale: string;
  readonly messages: Messages;
  readonly numbers: Intl.NumberFormat;
  readonly plurals: Intl.PluralRules;
}

const writingOf = (locale: string, messages: Messages): Writing => ({
  locale,
  messages,
  numbers: new Intl.NumberFormat(locale),
  plurals: new Intl.PluralRules(locale),
});

let writing = writingOf('en', EN);

/** Writes in another language from now on; what is shown already stays as it is. */
export const useMessages = (locale: string, messages: Messages): void => {
  writing = writingOf(locale, messages);
};

/** The language that the page writes: `pt`. */
export const locale = (): string => writing.locale;

/** A message of the page with its values; `count` decides the plural form. */
export const message = (key: MessageKey, values: MessageValues = {}): string =>
  templateOf(writing.messages[key], values).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? writing.numbers.format(value) : value;
  });

const templateOf = (found: Message, { count }: MessageValues): string => {
  if (typeof found === 'string') return found;
  const form = typeof count === 'number' ? writing.plurals.select(count) : 'other';
  return found[form] ?? found.other;
};

/**
 * The name of a language as the page's own language writes it.
 *
 * @param code upper-case code, with its variant or without
 * @param english its name in English, for codes that the browser does not know
 */
export const languageName = (code: string, english: string): string =>
  locale() === 'en' ? english : (nameIn(locale(), code) ?? english);

/** The name of a language in the language of the page; its code if the browser has none. */
export const languageNameOf = (code: string): string => nameIn(locale(), code) ?? code;

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

/** Offers the languages of the page, each by its own name. */
export const offerPageLanguages = (): void => {
  const select = element('page-language', HTMLSelectElement);
  select.replaceChildren(
    ...LOCALES.map((code) => {
      const option = new Option(capitalized(code, ownName(code) ?? code), code);
      option.lang = code;
      return option;
    }),
  );
  select.value = locale();
  select.addEventListener('change', () => {
    keepChoices({ locale: select.value });
    // Text and languages are in the address, so the page starts again with them.
    location.reload();
  });
};

const capitalized = (code: string, name: string): string =>
  name.charAt(0).toLocaleUpperCase(code) + name.slice(1);

/** A limit or the size of a file, in units of 1024: `128 kB`, `1 byte`. */
export const formatByteLimit = (bytes: number): string => {
  if (bytes < 1024) return inUnit(bytes, 'byte', 'long');
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? inUnit(Math.round(kilobytes), 'kilobyte')
    : inMegabytes(kilobytes / 1024);
};

/** The size of a download, in megabytes of a million bytes, as the command line writes it. */
export const formatFileSize = (bytes: number): string => inMegabytes(bytes / 1_000_000);

/** `9.1 MB`, `52 MB` */
const inMegabytes = (megabytes: number): string =>
  inUnit(Number(megabytes.toFixed(megabytes < 9.95 ? 1 : 0)), 'megabyte');

const inUnit = (value: number, unit: string, unitDisplay: 'short' | 'long' = 'short'): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay }).format(value);
