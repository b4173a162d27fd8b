/** For whom a record is meant. `undefined` means that the expression is unknown. */
export type Audience = 'everyone' | 'desktop' | 'android' | 'nightly' | undefined;

/**
 * The expressions that occur in the collection. They are written in JEXL; four fixed expressions do
 * not need an interpreter, and a person must look at a new one first.
 */
const AUDIENCES: ReadonlyMap<string, Audience> = new Map([
  ['', 'everyone'],
  ["env.appinfo.OS != 'Android'", 'desktop'],
  ["env.appinfo.OS == 'Android'", 'android'],
  ["env.channel == 'default' || env.channel == 'nightly'", 'nightly'],
]);

const normalised = (expression: string): string =>
  expression.trim().replaceAll('"', "'").replaceAll(/\s+/g, ' ');

/** For whom a `filter_expression` of Remote Settings selects the record. */
export const audienceOf = (expression: string): Audience => AUDIENCES.get(normalised(expression));
