import { baseOf, type LanguagePair, type LanguageTag } from '@dragoman/contract';
import { monthNames } from '../calendar-names.js';
import { DIRECTION_MARKS, wholeWords } from '../characters.js';
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

/** What is certainly wrong in a language, as a pattern with the global flag, and what is written for it. */
type Repair = readonly [wrong: RegExp, right: string];

const repaired = (translated: TranslatedUnit, repairs: readonly Repair[]): TranslatedUnit =>
  repairs.every(([wrong]) => translated.text.search(wrong) < 0)
    ? translated
    : mapOwnText(translated, (text) =>
        repairs.reduce((written, [wrong, right]) => written.replace(wrong, right), text),
      );

/** What models write for an English `billion` where the like word means a thousand times as much. */
const LIKE_BILLION: Readonly<Record<string, readonly (readonly [wrong: string, right: string])[]>> =
  {
    de: [
      ['Billionen', 'Milliarden'],
      ['Billion', 'Milliarde'],
    ],
    es: [['bill(?:ones|ón)', 'mil millones']],
    fr: [
      ['billions', 'milliards'],
      ['billion', 'milliard'],
    ],
    it: [
      ['bilioni', 'miliardi'],
      ['bilione', 'miliardo'],
    ],
    nl: [['biljoen', 'miljard']],
    pl: [['bilion(\\p{L}{0,3})', 'miliard$1']],
  };
const billionsOf = lazyByKey(LIKE_BILLION, (words) =>
  words.map(([wrong, right]): Repair => [new RegExp(wholeWords(wrong, '\\p{L}'), 'gu'), right]),
);
const BILLION = new RegExp(wholeWords('billions?', '\\p{L}'), 'iu');

/** The English name of a tax that small models copy. */
const VAT = new RegExp(wholeWords('VAT', '\\p{L}\\p{N}'), 'gu');
const NAMES_OF_VAT: Readonly<Record<string, string>> = {
  de: 'MwSt.',
  es: 'IVA',
  fr: 'TVA',
  it: 'IVA',
  nl: 'btw',
  pt: 'IVA',
  ru: 'НДС',
};

/** Where French has a space, also behind a label that a dictionary gave alone. */
const BEFORE_COLON = /(?<=[\p{L}\p{N}%)\u00bb\p{Sc}])(?=:(?:\s|$))/gu;

const repairsOf = (source: string, pair: LanguagePair): readonly Repair[] => {
  const target = baseOf(pair.target);
  const saysBillion =
    baseOf(pair.source) === 'en' && BILLION.test(source) && !/trillion/i.test(source);
  const date = dateOf(target);
  const tax = NAMES_OF_VAT[target];
  return [
    ...(saysBillion ? (billionsOf(target) ?? []) : []),
    ...(date ? [[date.pattern, date.written] as const] : []),
    ...(tax === undefined ? [] : [[VAT, tax] as const]),
    ...(target === 'fr' ? [[BEFORE_COLON, ' '] as const] : []),
  ];
};

/** What an engine translated, without what is certainly wrong in it; checks look at the rest. */
export const cleanTranslation = (
  source: string,
  translated: TranslatedUnit,
  pair: LanguagePair,
): TranslatedUnit =>
  repaired(
    withSoundNumbers(source, withoutNewControls(source, translated), pair),
    repairsOf(source, pair),
  );
