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
const EDGES = /^['·]+|['·]{2,}$/g;

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
