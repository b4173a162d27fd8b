import { apostrophes } from './families/apostrophes.js';
import { ellipses } from './families/ellipses.js';
import { eras } from './families/eras.js';
import type { StyleFamily, StyleOption } from './families/family.js';
import { germanSpelling } from './families/german-spelling.js';
import { numbers } from './families/numbers.js';
import { quotations } from './families/quotations.js';
import { ranges } from './families/ranges.js';
import { spacing } from './families/spacing.js';
import { times } from './families/times.js';

/** What a program can apply, in the order in which it is applied. */
export const STYLE_FAMILIES: readonly StyleFamily[] = [
  germanSpelling,
  quotations,
  apostrophes,
  ellipses,
  ranges,
  eras,
  times,
  numbers,
  spacing,
];

/** Every option of a configured rule that a program can apply. */
export const STYLE_OPTIONS: readonly StyleOption[] = STYLE_FAMILIES.flatMap(
  ({ options }) => options,
);

const byName = new Map(STYLE_OPTIONS.map((row) => [`${row.rule} ${row.option}`, row]));

/** The option of a rule, named `category.rule`; undefined where no program can apply it. */
export const findStyleOption = (rule: string, option: string): StyleOption | undefined =>
  byName.get(`${rule} ${option}`);
