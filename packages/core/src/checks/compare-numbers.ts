import { baseOf, type LanguagePair, type LanguageTag } from '@dragoman/contract';
import { FRACTION_DECIMALS, OTHER_THAN_LATIN } from '../characters.js';
import type { TextRange } from '../ranges.js';
import { countNumerals, countSmall, knowsNumerals, saysMonth, saysRoman } from './number-words.js';

/** A run of digits in a text, separators of thousands aside. */
interface DigitGroup extends TextRange {
  readonly digits: string;
}

/** How the numbers of a translation differ from those of its source. */
interface NumberDifference {
  /** Where in the source the numbers are that the translation does not have. */
  readonly lost: readonly TextRange[];
  /** Numbers that only the translation has. */
  readonly added: readonly string[];
}

/** Digits that stand together, or in groups of three, which languages separate each in its own way. */
const RUN = /(?<!\p{Nd})\p{Nd}{1,3}(?:[.,'’\s]\p{Nd}{3})+(?!\p{Nd})|\p{Nd}+/gu;
/** These languages count in groups of four, in signs of their own. */
const IN_MYRIADS = new Set(['ja', 'ko', 'zh']);

/** `1½` may become `1.5`. */
const FRACTION = /(?<=\p{Nd}\s?)([¼½¾])/gu;

/** More missing numbers than this are not looked for in other forms, each in the whole text. */
const MAX_EXPLAINED = 50;

/**
 * How the numbers of a translation differ: every run of digits has to be there as often as in the
 * source, and no other. What translating changes is no difference: separators, words for small
 * numbers, months, hours after noon, decades and Roman numerals.
 */
export const compareNumbers = (
  source: string,
  translated: string,
  { source: from, target: to }: LanguagePair,
): NumberDifference => {
  if (IN_MYRIADS.has(baseOf(from)) || IN_MYRIADS.has(baseOf(to)))
    return { lost: lostOfAll(source, translated), added: [] };
  const found = runsOf(translated);
  const added = found.map(({ digits }) => digits);
  const minutes = added.includes('00') ? addedMinutes(source, translated) : 0;
  for (let hour = 0; hour < minutes; hour++) takeFrom(added, '00');
  for (const [, sign = ''] of source.matchAll(FRACTION)) {
    takeFrom(added, FRACTION_DECIMALS[sign] ?? '');
  }
  const missing = runsOf(source).filter(({ digits }) => !takeFrom(added, digits));
  if (missing.length > MAX_EXPLAINED || added.length > MAX_EXPLAINED)
    return { lost: missing, added };
  const [here, there] = [
    { text: source, language: from },
    { text: translated, language: to },
  ];
  const lost = missing.filter((run) => {
    const other = otherForms(run, source, translated).find((form) => takeFrom(added, form));
    if (other !== undefined) return false;
    return isInCode(run, source) || !isSaid(run.digits, there, here);
  });
  lost.push(...lostCurrencies(source, translated), ...lostUnits(source, translated));
  const numbers = found.filter(
    ({ start, end }) => !isLetterAt(translated, start - 1) || isLetterAt(translated, end),
  );
  const unsaid = added.filter(
    (digits) => !isSaid(digits, here, there) && numbers.some((number) => number.digits === digits),
  );
  // A number that is written out may be digits in the translation: `twenty-five`. One that the source has
  // in digits, or a part of it, is said twice.
  const isRepeated = unsaid.some(
    (digits) => digits.length > 1 && runsOf(source).some((run) => run.digits.includes(digits)),
  );
  const isWrittenOut =
    lost.length === 0 && !isRepeated && unsaid.length <= countNumerals(source, from);
  return { lost, added: isWrittenOut ? [] : unsaid };
};

/** Whether the numbers of a source are those of its translation. */
export const keepsNumbers = (source: string, translated: string, pair: LanguagePair): boolean => {
  const { lost, added } = compareNumbers(source, translated, pair);
  return lost.length === 0 && added.length === 0;
};

/** The numbers of a text with the signs and letters in them, such as `CVE-2024-12345`. */
export const numberTokens = (text: string): readonly TextRange[] =>
  Array.from(text.matchAll(NUMBER_TOKEN), ({ 0: token, index }) => ({
    start: index,
    end: index + token.length,
  }));

/** How a translation may name a currency. */
interface Currency {
  /** Its sign. */
  readonly sign?: string;
  /** Sign, code and the beginnings of its names in languages of Latin letters. */
  readonly named: RegExp;
}

const CURRENCIES: Readonly<Record<string, Currency>> = {
  EUR: { sign: '€', named: /€|e[uv]r|eiro/iu },
  USD: { sign: '$', named: /\$|USD|d[oòóö]l+[aáàe]r/iu },
  GBP: {
    sign: '£',
    named: /£|GBP|sterlin|pound|pfund|pond|p[uo]nt|pund|funt|font|li[bvu]?r|svar|nael/iu,
  },
  CHF: { named: /CHF|fran|frank/iu },
  JPY: { sign: '¥', named: /[¥￥]|JPY|CNY|RMB|[yji]en|y[uü]an/iu },
};
const CODE_OF_CURRENCY = Object.keys(CURRENCIES).join('|');
/** Before a number, a dollar sign may carry its country: `US$`, `CA$`. `R$` is left out: it means reais. */
const CURRENCY_SIGN = '[€$£¥]';
const SIGN_OF_CURRENCY = `(?:US|[AC]|AU|CA|HK|NZ)?${CURRENCY_SIGN}`;
const AMOUNT = new RegExp(
  `(?<![\\p{L}\\p{Nd}$€£¥])(?:(${CODE_OF_CURRENCY}|${SIGN_OF_CURRENCY})\\s?\\p{Nd}+|\\p{Nd}+\\s?(${CODE_OF_CURRENCY}|${CURRENCY_SIGN}))(?![\\p{L}\\p{Nd}])`,
  'gu',
);

const currencyOf = (written: string): Currency | undefined =>
  CURRENCIES[written] ??
  Object.values(CURRENCIES).find(({ sign }) => sign !== undefined && written.endsWith(sign));

/** Where amounts are whose currency the translation does not name in any form. */
const lostCurrencies = (source: string, translated: string): readonly DigitGroup[] =>
  // Other scripts have other names for them.
  OTHER_THAN_LATIN.test(translated)
    ? []
    : Array.from(source.matchAll(AMOUNT)).flatMap(({ 0: amount, 1: before, 2: after, index }) => {
        const isNamed = currencyOf(before ?? after ?? '')?.named.test(translated) !== false;
        const digits = amount.replaceAll(/\P{Nd}/gu, '');
        return isNamed ? [] : [{ start: index, end: index + amount.length, digits }];
      });

/** Units that stand behind a number, and the beginnings of their names in languages of Latin letters. */
const UNITS: Readonly<Record<string, string>> = {
  g: 'g(?!\\p{L})|gr(?!\\p{L})|gram',
  kg: 'kg|kilo|chilo|quilo',
  mg: 'mg|mil+igr',
  ml: 'ml|mil+ilit',
  cl: 'cl|[cz]entil',
  dl: 'dl|de[cz]il',
  mm: 'mm|mil+im',
  cm: 'cm|[cz]ent',
  km: 'km|kil[oó]|chilo|quil',
  '°C': '°|gra[du]|degr|stopn|stup|ast|derece|fok|kraad',
  MB: 'm[bo]|m[eé]ga',
  GB: 'g[bo]|giga',
  kW: 'kw|kilo|chilo|quilo',
  kWh: 'kwh|kilo|chilo|quilo',
  MHz: 'mhz|mega',
  GHz: 'ghz|giga',
};
const SIGN_OF_UNIT = Object.keys(UNITS).join('|');
const MEASURE = new RegExp(`(?<!\\p{Nd})\\p{Nd}+\\s?(${SIGN_OF_UNIT})(?![\\p{L}\\p{Nd}])`, 'gu');

/** Where measures are whose unit stands behind no number of the translation, in digits or in words. */
const lostUnits = (source: string, translated: string): readonly DigitGroup[] =>
  OTHER_THAN_LATIN.test(translated)
    ? []
    : Array.from(source.matchAll(MEASURE)).flatMap(({ 0: measure, 1: unit = '', index }) => {
        const named = new RegExp(`(?:\\p{Nd}[\\s-]?|\\p{L}[\\s-])(?:${UNITS[unit]})`, 'iu');
        const digits = measure.replaceAll(/\P{Nd}/gu, '');
        return named.test(translated)
          ? []
          : [{ start: index, end: index + measure.length, digits }];
      });

/** A number with two separators or more, all of them commas and periods. */
const SEPARATED = /(?<![\p{L}\p{Nd}.,])\p{Nd}+(?:[.,]\p{Nd}+){2,}(?![\p{L}\p{Nd}]|[.,]\p{Nd})/gu;

/** Whether a language could write a number so: groups of three with one sign, and a fraction after the other. */
const isConsistent = (written: string): boolean => {
  const signs = written.match(/[.,]/gu) ?? [];
  const parts = written.split(/[.,]/u);
  const hasFraction = signs.at(-1) !== signs[0];
  const groups = hasFraction ? parts.slice(1, -1) : parts.slice(1);
  const groupSigns = hasFraction ? signs.slice(0, -1) : signs;
  return new Set(groupSigns).size === 1 && groups.every(({ length }) => length === 3);
};

/** Year, month and day in digits, in whatever order. */
const DATE = /\p{Nd}{1,4}[./-]\p{Nd}{1,2}[./-]\p{Nd}{1,4}/u;
const ALL_DATES = new RegExp(DATE, 'gu');
/** The same with two signs, which no language has. */
const MIXED_DATE =
  /(?<![\p{L}\p{Nd}.,])\p{Nd}{1,4}([./-])\p{Nd}{1,2}(?!\1)[./-]\p{Nd}{1,4}(?!\p{L}|[./-]?\p{Nd})/gu;

/**
 * Writes numbers as their source does whose separators no language has together: `€9,760.00` that
 * became `€9.760.00`, `2026-04-15` that became `2026.4-15`.
 */
export const withSoundSeparators = (source: string, text: string): string =>
  text
    .replaceAll(SEPARATED, (written) =>
      isConsistent(written) || source.includes(written)
        ? written
        : sameOf(source.match(SEPARATED), written, digitsOf),
    )
    .replaceAll(MIXED_DATE, (written) => sameOf(source.match(ALL_DATES), written, numbersOfDate));

const digitsOf = (number: string): string => number.replaceAll(/[.,]/gu, '');

const numbersOfDate = (date: string): string => `${date.split(/[./-]/u).map(Number)}`;

/** What the source writes for the same; what is written where it has nothing like it. */
const sameOf = (
  inSource: readonly string[] | null,
  written: string,
  keyOf: (text: string) => string,
): string => {
  const key = keyOf(written);
  return inSource?.find((one) => keyOf(one) === key) ?? written;
};

const NUMBER_TOKEN = new RegExp(
  `(?<![\\p{L}\\p{Nd}])(?:(?:${CODE_OF_CURRENCY})\\s(?=\\p{Nd})|${SIGN_OF_CURRENCY}\\s?(?=\\p{Nd}))?` +
    '(?:\\p{L}+-)?[\\p{L}\\p{Nd}]*\\p{Nd}' +
    "(?:[\\p{L}\\p{Nd}]|[.,:'’/–_-](?=[\\p{L}\\p{Nd}]*\\p{Nd})|\\s(?=\\p{Nd}{3}(?!\\p{Nd})))*" +
    `(?:\\s(?:${CODE_OF_CURRENCY})(?![\\p{L}\\p{Nd}])|\\s?(?:${CURRENCY_SIGN}|${SIGN_OF_UNIT})(?![\\p{L}\\p{Nd}]))?`,
  'gu',
);

const runsOf = (text: string): readonly DigitGroup[] =>
  Array.from(text.matchAll(RUN), ({ 0: run, index }) => ({
    start: index,
    end: index + run.length,
    digits: run.replaceAll(/\P{Nd}/gu, '').replaceAll(/[^0-9]/gu, toAscii),
  }));

/** Digits at the end of a word are a part of it, as in `Covid19`. */
const isLetterAt = (text: string, index: number): boolean => /\p{L}/u.test(text.charAt(index));

/** Takes one item out of a list. @returns whether it was there */
export const takeFrom = <Item>(list: Item[], item: Item): boolean => {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
};

const HOUR_WITH_MINUTES = /(?<!\p{Nd})\p{Nd}{1,2}\s?[:.h]\s?00(?!\p{Nd})/giu;

/** A full hour with its unit, or a range of them: `9 Uhr`, `3 pm`, `9 a 18 h`. */
const FULL_HOUR =
  /(?<![\p{L}\p{Nd}:.,])(?:\p{Nd}{1,2}(?:\s?[-–]\s?|\s(?:a|à|às|alle|and|bis|do|e|et|to|tot|und|y|до|и|по)\s))?\p{Nd}{1,2}\s?(?:Uhr|uur|h(?:eures?|oras?)?|час\p{L}*|ч|[ap]\.?\s?m)(?![\p{L}\p{Nd}]|\s?\p{Nd})/giu;

/** How many full hours of a source may have got minutes in its translation: `15:00`. */
const addedMinutes = (source: string, translated: string): number => {
  const hours =
    source
      .match(FULL_HOUR)
      ?.join(' ')
      .match(/\p{Nd}+/gu)?.length ?? 0;
  return Math.min(hours, translated.match(HOUR_WITH_MINUTES)?.length ?? 0);
};

const PM = /^(?:[:.]\d\d)?\s?p\.?\s?m\b/iu;
const AM = /^(?:[:.]\d\d)?\s?a\.?\s?m\b/iu;

/** What else a number of a source may be in its translation. */
const otherForms = (
  { digits, start, end }: DigitGroup,
  source: string,
  translated: string,
): readonly string[] => {
  const number = Number(digits);
  const after = source.slice(end, end + 10);
  const forms: string[] = [];
  if (number < 12 && PM.test(after)) forms.push(`${number + 12}`);
  if (number === 12 && AM.test(after)) forms.push('0', '00', '24');
  if (number > 12 && number < 24 && /\d\s?p\.?\s?m\b/iu.test(translated))
    forms.push(`${number - 12}`);
  if (/^\d\d[2-9]0$/.test(digits) && /^['’]?s\b/.test(after)) forms.push(digits.slice(2));
  if (digits.length <= 2 && number > 0 && number < 32) {
    const [short, long] = [`${number}`, `${number}`.padStart(2, '0')];
    // The day and the month of a date may get a zero or lose it.
    const around = source.slice(Math.max(0, start - 8), end + 8);
    if (DATE.test(around) && !isInCode({ start, end }, source)) forms.push(short, long);
    // So may the hour.
    if (/^[:.]\p{Nd}{2}(?!\p{Nd})/u.test(after)) forms.push(short, long);
  }
  return forms;
};

/** Several numbers with signs between them, such as those of an ISBN or a telephone. */
const CODE = /(?<!\p{Nd})\p{Nd}+(?:[\s./–-]\p{Nd}+){3,}/gu;

/** Whether a number is a part of a longer one that no language says in words. */
const isInCode = ({ start, end }: TextRange, text: string): boolean =>
  Array.from(text.matchAll(CODE)).some(
    ({ 0: code, index }) => index <= start && end <= index + code.length,
  );

interface Said {
  readonly text: string;
  readonly language: LanguageTag;
}

/**
 * Whether a text says a number in other signs than digits. Words such as `a` count where there are
 * more of them than in the other text, which has the number in digits.
 */
const isSaid = (digits: string, { text, language }: Said, other: Said): boolean => {
  const number = Number(digits);
  if (saysMonth(text, number, language)) return true;
  if (`${number}` !== digits) return false;
  const count = countSmall(text, number, language);
  if (
    count > 0 &&
    (count > countSmall(other.text, number, other.language) || !knowsNumerals(other.language))
  )
    return true;
  return saysRoman(text, number, language);
};

/** The numbers of more than one digit that are nowhere in all digits of a translation. */
const lostOfAll = (source: string, translated: string): readonly TextRange[] => {
  const found = runsOf(translated)
    .map(({ digits }) => digits)
    .join('');
  return runsOf(source).filter(({ digits }) => digits.length > 1 && !found.includes(digits));
};

/** The first of the mathematical digits, of which five sets follow one another. */
const FIRST_MATHEMATICAL = 0x1d7ce;
const LAST_MATHEMATICAL = 0x1d7ff;

/** A digit of another script as 0 to 9: the ten digits of a script follow one another. */
const toAscii = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0;
  if (codePoint >= FIRST_MATHEMATICAL && codePoint <= LAST_MATHEMATICAL) {
    return String((codePoint - FIRST_MATHEMATICAL) % 10);
  }
  let zero = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(codePoint - zero);
};
