import type { LanguageTag } from '@dragoman/contract';

/** A number in a text, as it is to be read. */
export interface WrittenNumber {
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
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\p{N}_:/]|[.,'’-]|\d[${SPACES}])\d+(?:[.,]\d+|['’${SPACES}]\d{3}(?!\d))*(?![\p{L}_:/]|[.,'’]\d)`,
  'gu',
);
const GROUPED = new RegExp(String.raw`^[1-9]\d{0,2}(?:([.,'’${SPACES}])\d{3})(?:\1\d{3})*$`);

/** The separator before the fraction, by the conventions of a language (Unicode CLDR). */
const decimalOf = (language: LanguageTag): string | undefined =>
  new Intl.NumberFormat(language, { numberingSystem: 'latn' })
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value;

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

/** What the numbers with separators in a text are worth, by the conventions of its language. */
export const readNumbers = (text: string, language: LanguageTag): readonly Value[] => {
  const decimal = decimalOf(language);
  return findAll(text).flatMap((readings) =>
    readings
      .filter((reading) => reading.decimal === (reading.fraction && decimal))
      .filter((reading) => reading.group !== decimal)
      .map(worthOf),
  );
};

/** The numbers with separators that can be read as one of the values, and in no other way as one. */
export const readsAs = (text: string, values: ReadonlySet<Value>): readonly WrittenNumber[] =>
  findAll(text).flatMap((readings) => {
    const [reading, ...others] = readings.filter((one) => values.has(worthOf(one)));
    return reading && others.length === 0 ? [reading] : [];
  });
