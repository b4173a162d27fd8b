/** The words detection works on: lower case, letters only, from at most a sample of a text. */
interface SampledWords {
  readonly words: readonly string[];
  /** Letters in all words, in UTF-16 code units. */
  readonly letterCount: number;
}

const TAG = /<[^<>\s][^<>]{0,99}>/g;
const WHITE_SPACE = /\s/;
/** In addresses and identifiers, which look like English whatever the text around them is. */
const NOISE_PARTS = ['://', '@', '\\', '_'];
/** Placeholders begin so. */
const NOISE_STARTS = '{%$';
const NOT_WORD = /[^\p{L}\p{M}'’·]+/gu;
const APOSTROPHE = /’/g;
const EDGES = /^['·]+|(?<!['·])['·]{2,}$/g;

const split = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(NOT_WORD, ' ')
    .replace(APOSTROPHE, "'")
    .split(' ')
    .filter((word) => word !== '' && word !== "'");

const isNoise = (token: string): boolean =>
  NOISE_STARTS.includes(token[0] ?? ' ') || NOISE_PARTS.some((part) => token.includes(part));

const withoutNoise = (piece: string): string =>
  piece
    .replace(TAG, ' ')
    .split(WHITE_SPACE)
    .filter((token) => !isNoise(token))
    .join(' ');

/** Words of the pieces of a sample; noise is left out unless there is nothing else. */
export const sampleWords = (pieces: readonly string[]): SampledWords => {
  const clean = pieces.flatMap((piece) => split(withoutNoise(piece)));
  const words = clean.length > 0 ? clean : pieces.flatMap(split);
  let letterCount = 0;
  for (const word of words) letterCount += word.replace(EDGES, '').length;
  return { words, letterCount };
};

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
