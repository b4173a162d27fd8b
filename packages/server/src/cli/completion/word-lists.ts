import { PUBLISHED_LANGUAGES } from '../../catalogue/published-languages.js';

/** Lists of words that depend on what is installed; the script asks the program for them. */
export const WORD_LISTS = ['sources', 'targets', 'addable', 'pullable', 'models'] as const;

export type WordList = (typeof WORD_LISTS)[number];

export const isWordList = (word: string): word is WordList =>
  (WORD_LISTS as readonly string[]).includes(word);

const hasDirection = (directions: string, direction: string): boolean =>
  directions === 'both' || directions === direction;

/** A published language with its pairs, as `models pull` accepts them. */
export const PUBLISHED_PAIRS = PUBLISHED_LANGUAGES.map(({ tag, directions }) => ({
  tag,
  pairs: [
    ...(hasDirection(directions, 'from English') ? [`en-${tag}`] : []),
    ...(hasDirection(directions, 'into English') ? [`${tag}-en`] : []),
  ],
}));

/** Every published language and pair. */
export const PUBLISHED_WORDS = PUBLISHED_PAIRS.flatMap(({ tag, pairs }) => [tag, ...pairs]);
