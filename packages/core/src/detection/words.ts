/** The words detection works on: lower case, letters only, from at most a sample of a text. */
export interface SampledWords {
  readonly words: readonly string[];
  /** Letters in all words, in UTF-16 code units. */
  readonly letterCount: number;
}

/** Addresses, placeholders and identifiers look like English whatever the text around them is. */
const NOISE = /<[^<>\s][^<>]{0,99}>|\S*(?::\/\/|[@\\_])\S*|[{%$]\S+/gu;
const NOT_WORD = /[^\p{L}\p{M}'’·]+/gu;
const APOSTROPHE = /’/g;
const EDGES = /^['·]+|['·]{2,}$/g;

const split = (text: string): readonly string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(NOT_WORD, ' ')
    .replace(APOSTROPHE, "'")
    .split(' ')
    .filter((word) => word !== '' && word !== "'");

/** Words of the pieces of a sample; noise is left out unless there is nothing else. */
export const wordsOf = (pieces: readonly string[]): SampledWords => {
  const clean = pieces.flatMap((piece) => split(piece.replace(NOISE, ' ')));
  const words = clean.length > 0 ? clean : pieces.flatMap(split);
  let letterCount = 0;
  for (const word of words) letterCount += word.replace(EDGES, '').length;
  return { words, letterCount };
};
