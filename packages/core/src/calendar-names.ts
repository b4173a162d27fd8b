import type { LanguageTag } from '@dragoman/contract';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A Monday. */
const MONDAY_MS = Date.UTC(2024, 0, 1);

/** Names by language; languages are few, and making a format takes long. */
const known = new Map<string, readonly string[]>();

const namesOf = (
  language: LanguageTag,
  options: Intl.DateTimeFormatOptions,
  datesMs: readonly number[],
): readonly string[] => {
  const key = JSON.stringify([language, options]);
  let names = known.get(key);
  if (!names) {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    names = datesMs.map((dateMs) => format.format(dateMs));
    known.set(key, names);
  }
  return names;
};

const WEEK_MS = Array.from({ length: 7 }, (_, day) => MONDAY_MS + day * DAY_MS);
const YEAR_MS = Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1));

/** Weekdays from Monday on, as the language writes them (Unicode CLDR). */
export const weekdayNames = (language: LanguageTag, weekday: 'long' | 'short'): readonly string[] =>
  namesOf(language, { weekday }, WEEK_MS);

/** A name that is abbreviated, without the dot that some languages write after it. */
export const withoutDot = (name: string): string => name.replace(/\.$/, '');

/** Months from January on, as the language writes them (Unicode CLDR). */
export const monthNames = (language: LanguageTag): readonly string[] =>
  namesOf(language, { month: 'long' }, YEAR_MS);
