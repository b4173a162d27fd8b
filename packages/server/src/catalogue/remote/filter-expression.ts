/** Whom a record is meant for. `undefined` stands for an expression that is not known. */
export type Audience = 'everyone' | 'desktop' | 'android' | 'nightly' | undefined;

/**
 * The expressions that occur in the collection. They are JEXL, a language of its own; four fixed
 * sentences do not need an interpreter, and one that is new must be looked at by a person first.
 */
const AUDIENCES: ReadonlyMap<string, Audience> = new Map([
  ['', 'everyone'],
  ["env.appinfo.OS != 'Android'", 'desktop'],
  ["env.appinfo.OS == 'Android'", 'android'],
  ["env.channel == 'default' || env.channel == 'nightly'", 'nightly'],
]);

const normalised = (expression: string): string =>
  expression.trim().replaceAll('"', "'").replaceAll(/\s+/g, ' ');

/** Whom a `filter_expression` of Remote Settings lets have the record. */
export const audienceOf = (expression: string): Audience => AUDIENCES.get(normalised(expression));
