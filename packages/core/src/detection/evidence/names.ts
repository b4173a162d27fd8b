/** `API`, `VAT`, `HTML`: up to three capitals, or up to five without a vowel. */
const ABBREVIATION = /^(?:\p{Lu}{1,3}|[B-DF-HJ-NP-TV-XZ]{4,5})$/u;
const CAPITALISED = /^(?=\p{Script=Latin})\p{Lu}[\p{L}\p{M}'’.-]*$/u;
const MIN_NAME_WORDS = 2;
const MAX_NAME_WORDS = 4;
/** More cannot be a name. */
const MAX_UNITS = 60;

const tokensOf = (text: string): readonly string[] =>
  text.length > MAX_UNITS ? [] : text.split(/[^\p{L}\p{M}'’.-]+/u).filter((token) => token !== '');

/** Whether a text is one abbreviation, which is the same in many languages. */
export const isAbbreviation = (text: string): boolean => {
  const tokens = tokensOf(text);
  return tokens.length === 1 && ABBREVIATION.test(tokens[0] ?? '');
};

/**
 * Whether a text may be a name of several words, such as `Jan Novák` or `Bayern München`. Names are
 * in the language of where they come from, not in that of the text they stand in.
 */
export const mayBeName = (text: string): boolean => {
  const tokens = tokensOf(text);
  return (
    tokens.length >= MIN_NAME_WORDS &&
    tokens.length <= MAX_NAME_WORDS &&
    tokens.every((token) => CAPITALISED.test(token)) &&
    // In capitals throughout, any text looks like that.
    text !== text.toUpperCase()
  );
};

const CAPITALISED_WORD = /(?<![\p{L}\p{M}\p{N}'’])\p{Lu}[\p{L}\p{M}'’-]*/gu;

/** A text without its capitalised words, many of which are names. */
export const withoutNames = (text: string): string => text.replace(CAPITALISED_WORD, ' ');
