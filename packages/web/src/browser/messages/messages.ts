import { EN, type Message, type MessageKey } from './en.js';

/** What stands in a message: numbers are written as the language writes them. */
export type MessageValues = Readonly<Record<string, string | number>>;

const LOCALE = 'en';
const numbers = new Intl.NumberFormat(LOCALE);
const plurals = new Intl.PluralRules(LOCALE);

/** A message of the page with its values; `count` decides the plural form. */
export const message = (key: MessageKey, values: MessageValues = {}): string =>
  templateOf(EN[key], values).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? numbers.format(value) : value;
  });

const templateOf = (found: Message, { count }: MessageValues): string => {
  if (typeof found === 'string') return found;
  const form = typeof count === 'number' ? plurals.select(count) : 'other';
  return found[form] ?? found.other;
};
