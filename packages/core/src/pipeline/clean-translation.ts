import { baseOf, type LanguagePair, type LanguageTag } from '@dragoman/contract';
import { monthNames } from '../calendar-names.js';
import { DIRECTION_MARKS } from '../characters.js';
import { withSoundSeparators } from '../checks/compare-numbers.js';
import type { TranslatedUnit } from '../engine.js';
import { lazyByKey } from '../lazy-by-key.js';
import { mapOwnText } from '../protection/placed-spans.js';
import { morningHoursOf, withMorningHours, withPossibleTimes } from '../times-of-day.js';

/**
 * Control characters but for tab and line breaks, with the colour of a terminal that they begin, and
 * marks that turn the direction of writing.
 */
const CONTROLS = new RegExp(
  `(?![\\t-\\r\\u0085])\\p{Cc}(?:\\[[\\d;]*[A-Za-z])?|[${DIRECTION_MARKS}]`,
  'gu',
);

/** A translation without the control characters that its source does not have. */
const withoutNewControls = (source: string, translated: TranslatedUnit): TranslatedUnit => {
  if (translated.text.search(CONTROLS) < 0) return translated;
  return mapOwnText(translated, (text) =>
    text.replace(CONTROLS, (found) => (source.includes(found.charAt(0)) ? found : '')),
  );
};

const RAISED = /(?<=[mм])[²³]/u;
const RAISED_DIGITS: Readonly<Record<string, string>> = { 2: '²', 3: '³' };

/** Whether `m2` in a translation is the `m²` of the source, which models write as another number. */
const hasOnlyRaisedDigits = (source: string): boolean =>
  RAISED.test(source) && !/[mм][23](?![\p{L}\p{N}])/u.test(source);

const withRaisedDigits = (text: string): string =>
  text.replace(
    /(?<=(?<!\p{L})[kcdк]?[mм])[23](?![\p{L}\p{N}])/gu,
    (digit) => RAISED_DIGITS[digit] ?? digit,
  );

const WRONG_ORDINAL = /(?<![\p{L}\p{N}.,])(\d{0,3}?)(?<!1)([123])th(?![\p{L}\p{N}])/gu;
/** `2nd` for the `2th` of small models. */
const withSoundOrdinals = (text: string): string =>
  text.replace(
    WRONG_ORDINAL,
    (_, before: string, last: string) => `${before}${last}${{ 1: 'st', 2: 'nd', 3: 'rd' }[last]}`,
  );

/** A translation with the separators of one language or those of the source, and times and ordinals that there are. */
const withSoundNumbers = (
  text: string,
  translated: TranslatedUnit,
  { source, target }: LanguagePair,
): TranslatedUnit => {
  const isEnglish = baseOf(target) === 'en';
  const morning = isEnglish ? morningHoursOf(text, baseOf(source)) : undefined;
  const isRaised = hasOnlyRaisedDigits(text);
  const repair = (part: string): string => {
    const sound = withSoundSeparators(text, isRaised ? withRaisedDigits(part) : part);
    if (!isEnglish) return sound;
    const possible = withSoundOrdinals(withPossibleTimes(sound));
    return morning ? withMorningHours(possible, morning) : possible;
  };
  return repair(translated.text) === translated.text ? translated : mapOwnText(translated, repair);
};

/** What a day stands behind; not a name, as in `Windows 10 Oktober`. */
const BEFORE_DAY = String.raw`(?<=^\s*|[,;:(–—-]\s?|(?<!\p{L})(?:\p{Ll}+|Ab|Al|Am|De|El|Em|En|Le|Bis|Seit|Vom|Zum|Desde|Hasta|Até|Depuis|Dès|\p{Lu}\p{L}*(?:tag|woch)|Sonnabend),? )`;
const DAY_OF_MONTH = String.raw`${BEFORE_DAY}((?:[12]?\d|3[01]))`;
/** How a day and its month are always written, which small models do not keep to. */
const DATES: Readonly<Record<string, { readonly written: string; readonly day?: string }>> = {
  de: { written: '$1. $2' },
  es: { written: '$1 de $2' },
  fr: { written: '$1er $2', day: `${BEFORE_DAY}(1)` },
  pt: { written: '$1 de $2' },
};
/** Usual besides those of Unicode CLDR. */
const OTHER_MONTHS: Readonly<Record<string, readonly string[]>> = { es: ['setiembre'] };

const dateOf = lazyByKey(DATES, ({ written, day = DAY_OF_MONTH }, language) => {
  const months = [...monthNames(language as LanguageTag), ...(OTHER_MONTHS[language] ?? [])];
  const pattern = new RegExp(`${day} (${months.join('|')})(?![\\p{L}\\p{N}-])`, 'gu');
  return { written, pattern };
});
const withSoundDates = (translated: TranslatedUnit, target: LanguageTag): TranslatedUnit => {
  const date = dateOf(baseOf(target));
  if (!date || translated.text.search(date.pattern) < 0) return translated;
  return mapOwnText(translated, (text) => text.replace(date.pattern, date.written));
};

const FRENCH_COLON = /(?<=[\p{L}\p{N}%)\u00bb\p{Sc}])(?=:(?:\s|$))/gu;
/** French with a space before its colons, also where a dictionary gave a label alone. */
const withFrenchColons = (translated: TranslatedUnit, target: LanguageTag): TranslatedUnit =>
  baseOf(target) === 'fr' && translated.text.search(FRENCH_COLON) >= 0
    ? mapOwnText(translated, (text) => text.replace(FRENCH_COLON, ' '))
    : translated;

/** What models write for an English `billion` where the like word means a thousand times as much. */
const LIKE_BILLION: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  de: [
    [/(?<!\p{L})Billionen(?!\p{L})/gu, 'Milliarden'],
    [/(?<!\p{L})Billion(?!\p{L})/gu, 'Milliarde'],
  ],
  es: [[/(?<!\p{L})bill(?:ones|ón)(?!\p{L})/gu, 'mil millones']],
  fr: [
    [/(?<!\p{L})billions(?!\p{L})/gu, 'milliards'],
    [/(?<!\p{L})billion(?!\p{L})/gu, 'milliard'],
  ],
  it: [
    [/(?<!\p{L})bilioni(?!\p{L})/gu, 'miliardi'],
    [/(?<!\p{L})bilione(?!\p{L})/gu, 'miliardo'],
  ],
  nl: [[/(?<!\p{L})biljoen(?!\p{L})/gu, 'miljard']],
  pl: [[/(?<!\p{L})bilion(?=\p{L}{0,3}(?!\p{L}))/gu, 'miliard']],
};

const withSoundBillions = (
  source: string,
  translated: TranslatedUnit,
  pair: LanguagePair,
): TranslatedUnit => {
  const words = LIKE_BILLION[baseOf(pair.target)];
  if (!words || baseOf(pair.source) !== 'en') return translated;
  if (!/(?<!\p{L})billions?(?!\p{L})/iu.test(source) || /trillion/i.test(source)) return translated;
  return mapOwnText(translated, (text) =>
    words.reduce((written, [word, sound]) => written.replace(word, sound), text),
  );
};

/** The English name of a tax that small models copy. */
const VAT = /(?<![\p{L}\p{N}])VAT(?![\p{L}\p{N}])/gu;
const NAMES_OF_VAT: Readonly<Record<string, string>> = {
  de: 'MwSt.',
  es: 'IVA',
  fr: 'TVA',
  it: 'IVA',
  nl: 'btw',
  pt: 'IVA',
  ru: 'НДС',
};

const withTaxName = (translated: TranslatedUnit, target: LanguageTag): TranslatedUnit => {
  const name = NAMES_OF_VAT[baseOf(target)];
  if (name === undefined || translated.text.search(VAT) < 0) return translated;
  return mapOwnText(translated, (text) => text.replace(VAT, name));
};

/** What an engine translated, without what is certainly wrong in it; checks look at the rest. */
export const cleanTranslation = (
  source: string,
  translated: TranslatedUnit,
  pair: LanguagePair,
): TranslatedUnit => {
  const sound = withSoundNumbers(source, withoutNewControls(source, translated), pair);
  const counted = withSoundBillions(source, sound, pair);
  const dated = withTaxName(withSoundDates(counted, pair.target), pair.target);
  return withFrenchColons(dated, pair.target);
};
