import type { LanguageTag } from '@dragoman/contract';
import { PRIVATE_USE } from '../sentinels.js';
import { in24Hours, rewriteTimes } from '../times-of-day.js';
import {
  type NumberFormat,
  rowsOf,
  type StyleContext,
  type StyleFamily,
  type StyleSettings,
} from './family.js';

/** A number in a text, as it is to be read. */
interface WrittenNumber {
  readonly start: number;
  readonly end: number;
  /** The digits before the decimal separator, without those between groups. */
  readonly whole: string;
  /** The digits after it; undefined where there is none. */
  readonly fraction: string | undefined;
  readonly decimal: '.' | ',' | undefined;
  /** What is between groups of three digits; undefined where nothing is. */
  readonly group: string | undefined;
}

/** What a number is worth, however it is written: `1234.5`. */
type Value = string;

const SPACES = ' \u00a0\u202f';
/** Units that are no words and no other abbreviations. */
const UNITS = String.raw`(?:km\/h|km|cm|mm|kg|mg|ml|kB|MB|GB|TB|kW|MW|kWh|MWh|Hz|kHz|MHz|GHz|°C|°F)(?![\p{L}\p{N}])`;
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_:/]|[.,'’-]|\d[${SPACES}])\d+(?:[.,]\d+|['’${SPACES}]\d{3}(?!\d))*(?=${UNITS}|(?:m[²³]?|g|l)(?![\p{L}\p{N}])|[^\p{L}\d_:/]|$)(?![.,'’]\d)`,
  'gu',
);
const GROUPED = new RegExp(String.raw`^[1-9]\d{0,2}(?:([.,'’${SPACES}])\d{3})(?:\1\d{3})*$`);

/** The separators of numbers by the conventions of a language (Unicode CLDR). */
const separatorsOf = (language: LanguageTag): { decimal: string; group: string } => {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(
    1_234_567.5,
  );
  const [decimal = '.', group = ''] = (['decimal', 'group'] as const).map(
    (wanted) => parts.find(({ type }) => type === wanted)?.value,
  );
  return { decimal, group };
};

/** Every way in which a number with a separator can be read. */
const readingsOf = (written: string, start: number): readonly WrittenNumber[] => {
  const at = { start, end: start + written.length };
  const readings: WrittenNumber[] = [];
  const group = GROUPED.exec(written)?.[1];
  if (group !== undefined) {
    const whole = written.replace(/\D/g, '');
    readings.push({ ...at, whole, fraction: undefined, decimal: undefined, group });
  }
  const [, before = '', sign, fraction] = /^(.*)([.,])(\d+)$/.exec(written) ?? [];
  const decimal = sign === '.' || sign === ',' ? sign : undefined;
  if (decimal === undefined) return readings;
  const own = GROUPED.exec(before)?.[1];
  if (/^\d+$/.test(before)) readings.push({ ...at, whole: before, fraction, decimal, group: own });
  else if (own !== undefined && own !== decimal) {
    readings.push({ ...at, whole: before.replace(/\D/g, ''), fraction, decimal, group: own });
  }
  return readings;
};

const worthOf = ({ whole, fraction }: WrittenNumber): Value =>
  fraction === undefined ? whole : `${whole}.${fraction}`;

const findAll = (text: string): readonly (readonly WrittenNumber[])[] =>
  [...text.matchAll(NUMBER)].map(({ 0: written, index }) => readingsOf(written, index));

/** The numbers with separators in a text, read by the conventions of its language. */
const readNumbers = (text: string, language: LanguageTag): readonly WrittenNumber[] => {
  const { decimal } = separatorsOf(language);
  return findAll(text).flatMap((readings) =>
    readings
      .filter((reading) => reading.decimal === (reading.fraction && decimal))
      .filter((reading) => reading.group !== decimal),
  );
};

/** The numbers with separators that can be read as one of the values, and in no other way as one. */
const readsAs = (text: string, values: ReadonlySet<Value>): readonly WrittenNumber[] =>
  findAll(text).flatMap((readings) => {
    const [reading, ...others] = readings.filter((one) => values.has(worthOf(one)));
    return reading && others.length === 0 ? [reading] : [];
  });

const both = (format: NumberFormat): StyleSettings => ({
  shortNumbers: format,
  longNumbers: format,
});

const COMMA_AND_PERIOD: NumberFormat = { decimal: ',', group: '.' };
const COMMA_AND_SPACE: NumberFormat = { decimal: ',', group: '\u00a0' };
const PERIOD_AND_COMMA: NumberFormat = { decimal: '.', group: ',' };
const PERIOD_AND_SPACE: NumberFormat = { decimal: '.', group: '\u00a0' };

const ofLength = (name: 'shortNumbers' | 'longNumbers') => ({
  use_comma_as_decimal_separator_and_period_as_thousands_separator: { [name]: COMMA_AND_PERIOD },
  use_comma_as_decimal_separator_and_space_as_thousands_separator: { [name]: COMMA_AND_SPACE },
  use_period_as_decimal_separator_and_comma_as_thousands_separator: { [name]: PERIOD_AND_COMMA },
  use_period_as_decimal_separator_and_space_as_thousands_separator: { [name]: PERIOD_AND_SPACE },
});

const MAX_SHORT_DIGITS = 4;

/** Words before the number of a version, a section or a figure. */
const LABEL_WORD =
  /\b(?:version|release|section|chapter|figure|fig\.|table|abschnitt|kapitel|abbildung|abb\.|tabelle|sección|capítulo|figura|tabla|chapitre|tableau|sezione|capitolo|tabella|v\.?) ?$/iu;
/** A name within a sentence, such as `Python 3.12`; three capitals may be a currency. */
const NAME = new RegExp(
  `[^\\s.!?:…${PRIVATE_USE}"“„«(] (?!\\p{Lu}{3} )\\p{Lu}[\\p{L}\\p{N}]* $`,
  'u',
);
/** Both are looked for in so much text: from its beginning, they would take a second for 100,000 characters. */
const MAX_LABEL_LENGTH = 80;

/**
 * Separators of numbers. A number is changed only where the text that was translated has the same
 * one: that says whether `1.234` is more than a thousand or little more than one. Digits without a
 * separator stay as they are, being years, numbers of houses and telephones.
 */
export const numbers: StyleFamily = {
  options: [
    ...rowsOf('numbers.decimal_separator', {
      use_comma_as_decimal_separator: both({ decimal: ',' }),
      use_period_as_decimal_separator: both({ decimal: '.' }),
      use_comma_and_do_not_use_thousands_separator: both({ decimal: ',', group: '' }),
      use_period_and_do_not_use_thousands_separator: both({ decimal: '.', group: '' }),
    }),
    ...rowsOf('numbers.thousands_separator', {
      do_not_use: both({ group: '' }),
      do_not_use_thousands_separator: both({ group: '' }),
      use_comma: both({ group: ',' }),
      use_comma_to_separate_large_numbers_into_units_of_three: both({ group: ',' }),
      use_period: both({ group: '.' }),
      use_period_as_thousands_separator: both({ group: '.' }),
      use_space: both({ group: '\u00a0' }),
      use_space_as_thousands_separator: both({ group: '\u00a0' }),
      use_space_to_separate_large_numbers_into_units_of_three: both({ group: '\u00a0' }),
      use_straight_apostrophe_as_thousands_separator: both({ group: "'" }),
    }),
    ...rowsOf('numbers.numbers_up_to_4_digits', ofLength('shortNumbers')),
    ...rowsOf('numbers.numbers_of_5_digits_or_more', ofLength('longNumbers')),
  ],
  edit(text, { shortNumbers, longNumbers }, { source, sourceLanguage }) {
    if (!shortNumbers && !longNumbers) return text;
    const known = new Set(readNumbers(source, sourceLanguage).map(worthOf));
    if (known.size === 0) return text;
    let result = '';
    let position = 0;
    for (const number of readsAs(text, known)) {
      const before = text.slice(Math.max(0, number.start - MAX_LABEL_LENGTH), number.start);
      const isLabel = number.decimal === '.' && (LABEL_WORD.test(before) || NAME.test(before));
      const format = number.whole.length > MAX_SHORT_DIGITS ? longNumbers : shortNumbers;
      if (isLabel || !format) continue;
      result += text.slice(position, number.start) + writeNumber(number, format);
      position = number.end;
    }
    return result + text.slice(position);
  },
};

const SEPARATED = /\d[.,'’\s]\d/u;
/** Words before what looks like a number and is a code. */
const CODE_WORD = /(?:(?<!\p{L})(?:nr|no|art|id|code|ref|tel|núm|num)[.:]{0,2}|[nN]º|n°|№|#) ?$/iu;
/** The words above are shorter, with what may stand between them and the number. */
const MAX_WORD_LENGTH = 16;
const CURRENCY_BEFORE = /\p{Sc}[ \u00a0\u202f]?$/u;
const CURRENCY_OR_PERCENT_AFTER = /^[ \u00a0\u202f]?(?:\p{Sc}|%)/u;

/**
 * Gives the numbers that a translation has exactly as its source wrote them the separators of its own
 * language: in English, `1.250,50` is `1,250.50`. A number is changed where its separators say for
 * certain what it is worth: groups of three, a comma before decimals, or money. Versions, sections and
 * codes stay.
 *
 * @returns what does that with a text; undefined where it would do nothing
 */
export const numberLocaliser = ({
  source,
  sourceLanguage,
  language,
}: StyleContext): ((text: string) => string) | undefined => {
  if (!SEPARATED.test(source)) return undefined;
  const [from, to] = [separatorsOf(sourceLanguage), separatorsOf(language)];
  if (from.decimal === to.decimal && from.group === to.group) return undefined;
  const numbers = new Map(
    readNumbers(source, sourceLanguage).map((number) => [
      source.slice(number.start, number.end),
      number,
    ]),
  );
  const localise = (written: string, start: number, text: string): string => {
    const number = numbers.get(written);
    if (!number) return written;
    const before = text.slice(Math.max(0, start - MAX_WORD_LENGTH), start);
    const after = text.slice(start + written.length, start + written.length + 2);
    if (LABEL_WORD.test(before) || CODE_WORD.test(before)) return written;
    const isCertain =
      number.decimal === ',' ||
      (number.group !== undefined && !SPACES.includes(number.group)) ||
      CURRENCY_BEFORE.test(before) ||
      CURRENCY_OR_PERCENT_AFTER.test(after);
    if (!isCertain) return written;
    const { group, whole, fraction } = number;
    const grouped = group === undefined ? whole : inGroups(whole).join(to.group);
    return fraction === undefined ? grouped : grouped + to.decimal + fraction;
  };
  return (text) => text.replace(NUMBER, localise);
};

const writeNumber = (number: WrittenNumber, format: NumberFormat): string => {
  const { whole, fraction } = number;
  let decimal = format.decimal ?? number.decimal ?? '.';
  let group = format.group ?? number.group;
  // The one that was not asked for gives way.
  if (fraction !== undefined && group === decimal) {
    if (format.decimal === undefined) decimal = group === '.' ? ',' : '.';
    else group = decimal === '.' ? ',' : '.';
  }
  const grouped = group === undefined ? whole : inGroups(whole).join(group);
  return fraction === undefined ? grouped : grouped + decimal + fraction;
};

/** The digits of a whole number in groups of three, the first of one to three. */
const inGroups = (whole: string): readonly string[] => {
  const groups = [whole.slice(0, whole.length % 3 || 3)];
  for (let start = groups[0]?.length ?? 0; start < whole.length; start += 3) {
    groups.push(whole.slice(start, start + 3));
  }
  return groups;
};

/** Two small numbers, or two years. Longer ones may be a telephone number, more than two a date. */
const RANGE =
  /(?<![\p{L}\p{N}]|[-–/.,:] ?)(\d{1,3}|\d{4})( ?)[-–]\2(\d{1,3}|\d{4})(?! ?[-–/=+:]|[.,]?\d|\p{L})/gu;

const RULE = {
  use_en_dash_with_spaces: { range: ' – ' },
  use_en_dash_without_spaces: { range: '–' },
  use_en_dash_without_space_on_either_side: { range: '–' },
  use_hyphen: { range: '-' },
  use_hyphen_with_spaces: { range: ' - ' },
  use_hyphen_with_space_on_either_side: { range: ' - ' },
  use_hyphen_without_spaces: { range: '-' },
  use_hyphen_without_space_on_either_side: { range: '-' },
} as const;

/** Ranges of numbers whose first number is the smaller one. */
export const ranges: StyleFamily = {
  options: rowsOf('punctuation.range_indicator', RULE),
  edit: (text, { range }) =>
    range === undefined
      ? text
      : text.replace(RANGE, (found, from: string, _space, to: string) =>
          Number(from) < Number(to) && (from.length === 4) === (to.length === 4)
            ? from + range + to
            : found,
        ),
};

const PERCENT = /(?<=\d)[ \u00a0\u202f]?%(?![\p{L}\p{N}])/gu;
const UNIT = new RegExp(String.raw`(?<=\d)[ \u00a0\u202f]?(${UNITS})`, 'gu');
/** Not `0x20`, which is a number of programs. */
const DIMENSIONS = /(?<![\p{L}\p{N}.,])(?!0+[x×])\d+(?: ?[x×] ?\d+)+/gu;
const BETWEEN_DIMENSIONS = / ?[x×] ?/g;

/** Signs and units after numbers. */
export const spacing: StyleFamily = {
  options: [
    ...rowsOf('numbers.percentage_format', {
      use_numerals_followed_by_percent_symbol: { percentSpace: '' },
      use_arabic_numerals_followed_by_percent_symbol_without_space: { percentSpace: '' },
      use_numerals_followed_by_space_then_percent_symbol: { percentSpace: '\u00a0' },
      use_numerals_followed_by_space_then_half_width_percent_symbol: { percentSpace: '\u00a0' },
    }),
    ...rowsOf('numbers.units_of_measure_spacing', {
      do_not_use_space_between_numeral_and_unit_of_measure: { unitSpace: '' },
      use_space_between_numeral_and_unit_of_measure: { unitSpace: '\u00a0' },
    }),
    ...rowsOf('formatting.space_between_arabic_numerals_and_unit', {
      do_not_use: { unitSpace: '' },
    }),
    ...rowsOf('numbers.dimensions_separator', {
      use_x_between_dimensions_with_space_on_either_side: { dimensions: ' x ' },
      use_x_between_dimensions_without_space_on_either_side: { dimensions: 'x' },
      use_multiplication_sign_between_dimensions_with_space_on_either_side: { dimensions: ' × ' },
      use_multiplication_sign_between_dimensions_without_space_on_either_side: {
        dimensions: '×',
      },
    }),
  ],
  edit(text, { percentSpace, unitSpace, dimensions }) {
    let edited = text;
    if (percentSpace !== undefined) edited = edited.replace(PERCENT, `${percentSpace}%`);
    if (unitSpace !== undefined) edited = edited.replace(UNIT, `${unitSpace}$1`);
    if (dimensions !== undefined) {
      edited = edited.replace(DIMENSIONS, (found) => found.replace(BETWEEN_DIMENSIONS, dimensions));
    }
    return edited;
  },
};

const TIME =
  /(?<![\p{L}\p{N}:.,/])([01]?\d|2[0-4])(?::|[ \u00a0\u202f]?h[ \u00a0\u202f]?)([0-5]\d)(?![\p{L}\p{N}:]|[.,]\d)/gu;
/** Times of day. */
export const times: StyleFamily = {
  options: [
    ...rowsOf('dates_and_times.hours_minutes_separator', {
      use_colon_without_spaces: { hoursMinutes: ':' },
      use_letter_h_without_spaces: { hoursMinutes: 'h' },
      use_letter_h_with_regular_space_on_either_side: { hoursMinutes: ' h ' },
    }),
    ...rowsOf(
      'dates_and_times.time_format',
      {
        use_24_hour_clock: { clock: '24 hours' },
        use_24_hour_clock_with_colon_as_separator: { clock: '24 hours' },
        use_12_hour_clock_and_lowercase_am_or_pm_with_periods: { meridiem: 'a.m.' },
        use_12_hour_clock_and_lowercase_am_or_pm_without_periods: { meridiem: 'am' },
        use_12_hour_clock_and_uppercase_am_or_pm_with_periods: { meridiem: 'A.M.' },
        use_12_hour_clock_and_uppercase_am_or_pm_without_periods: { meridiem: 'AM' },
      },
      ['en'],
    ),
  ],
  edit(text, { hoursMinutes, clock, meridiem }) {
    const edited = hoursMinutes === undefined ? text : text.replace(TIME, `$1${hoursMinutes}$2`);
    if (clock !== undefined) return rewriteTimes(edited, in24Hours);
    if (meridiem === undefined) return edited;
    return rewriteTimes(edited, ({ hour, minutes, isAfternoon }) => {
      const half = isAfternoon ? meridiem.replace(/a/i, (a) => (a === 'a' ? 'p' : 'P')) : meridiem;
      return `${hour}${minutes === undefined ? '' : `:${minutes}`} ${half}`;
    });
  },
};

/** Before and after our era, in English. */
export const eras: StyleFamily = {
  options: rowsOf(
    'dates_and_times.calendar_era',
    {
      use_bc_and_ad: { era: 'BC and AD' },
      use_bce_and_ce: { era: 'BCE and CE' },
    },
    ['en'],
  ),
  edit(text, { era }) {
    if (era === undefined) return text;
    return era === 'BC and AD'
      ? text
          .replace(/(?<=\d )BCE(?![\p{L}\p{N}])/gu, 'BC')
          .replace(/(?<![\p{L}\p{N}.,])(\d+) CE(?![\p{L}\p{N}])/gu, 'AD $1')
      : text
          .replace(/(?<=\d )BC(?![\p{L}\p{N}])/gu, 'BCE')
          .replace(
            /(?<![\p{L}\p{N}])AD (\d+)(?![\p{L}\p{N}]|[.,]\d| CE(?![\p{L}\p{N}]))/gu,
            '$1 CE',
          )
          .replace(/(?<=\d )AD(?![\p{L}\p{N}])(?! \d)/gu, 'CE');
  },
};
