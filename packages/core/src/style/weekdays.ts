import { baseOf, type LanguageTag } from '@dragoman/contract';
import { weekdayNames, withoutDot } from '../calendar-names.js';
import { capitalised, escapeForPattern } from '../characters.js';
import { ENGLISH_DAYS } from '../english-dates.js';
import { SENTENCE_END_CHARACTER } from '../sentinels.js';
import type { StyleContext } from './family.js';

const ENGLISH_ORDER = [...new Set(ENGLISH_DAYS.values())];
/** Usual besides those of Unicode CLDR, by the number of the day from Monday on. */
const OTHER_NAMES: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  en: Array.from(ENGLISH_DAYS, ([name, day]) => [name, ENGLISH_ORDER.indexOf(day)]),
};

/** The days of abbreviations, as they stand in texts: as the language writes them, and with a capital. */
const daysByName = (
  names: readonly string[],
  language: LanguageTag,
): ReadonlyMap<string, number> => {
  const all = [
    ...names.map((name, day) => [withoutDot(name), day] as const),
    ...(OTHER_NAMES[baseOf(language)] ?? []),
  ];
  return new Map(
    all.flatMap(([name, day]): readonly (readonly [string, number])[] => [
      [name, day],
      [capitalised(name, language), day],
    ]),
  );
};

/** What is known of the weekdays of a language. */
interface Weekdays {
  readonly names: readonly string[];
  readonly days: ReadonlyMap<string, number>;
  readonly pattern: RegExp;
}

/** Languages are few, texts are many. */
const known = new Map<LanguageTag, Weekdays>();

const weekdaysOf = (language: LanguageTag): Weekdays => {
  const found = known.get(language);
  if (found) return found;
  const names = weekdayNames(language, 'short');
  const days = daysByName(names, language);
  const made = { names, days, pattern: patternOf(days) };
  known.set(language, made);
  return made;
};

/** Ends of a text after which a sentence goes on. */
const INSIDE_SENTENCE = new RegExp(`[\\p{L}\\p{N}][^\\n${SENTENCE_END_CHARACTER}]*$`, 'u');

/** Finds abbreviations that stand in opening hours or a date: two of them, or one before a number. */
const patternOf = (days: ReadonlyMap<string, number>): RegExp => {
  const names = [...days.keys()].sort((a, b) => b.length - a.length);
  const name = `(?:${names.map(escapeForPattern).join('|')})`;
  const joint = String.raw`\.? ?[-–—/,&] ?`;
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:(?<=(?<![\p{L}\p{N}])${name}${joint})${name}|${name}(?=${joint}${name}(?![\p{L}\p{N}])|\.?[,:]? \d))(?![\p{L}\p{N}])`,
    'gu',
  );
};

/**
 * Writes the abbreviations of weekdays that a translation has as its source wrote them in the target
 * language: `Mon–Fri 9–17` is `Mo–Fr 9–17` in German. Only in opening hours and dates, for elsewhere
 * `Sun` and `Sat` may be words.
 *
 * @returns what does that with a text; undefined where it would do nothing
 */
export const weekdayLocaliser = ({
  source,
  sourceLanguage,
  language,
}: StyleContext): ((text: string) => string) | undefined => {
  if (baseOf(sourceLanguage) === baseOf(language) || !/\d|[-–—/,&]/.test(source)) return undefined;
  const { days, pattern } = weekdaysOf(sourceLanguage);
  const copied = new Set(source.match(pattern));
  if (copied.size === 0) return undefined;
  const { days: own, names } = weekdaysOf(language);
  return (text) =>
    text.replace(pattern, (found, at: number) => {
      const day = days.get(found) as number;
      // What is the name of another day in the target language was translated.
      const isTranslated = own.has(found) && own.get(found) !== day;
      if (!copied.has(found) || isTranslated) return found;
      const name = names[day] as string;
      const written = text[at + found.length] === '.' ? withoutDot(name) : name;
      const isAtStart = !INSIDE_SENTENCE.test(text.slice(Math.max(0, at - 200), at));
      return isAtStart ? capitalised(written, language) : written;
    });
};
