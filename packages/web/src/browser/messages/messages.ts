import { MESSAGES as EN, type Message, type MessageKey, type Messages } from './locales/en.js';

/** What stands in a message: numbers are written as the language writes them. */
export type MessageValues = Readonly<Record<string, string | number>>;

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
