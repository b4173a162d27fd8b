/** Lists of words that depend on what is installed; the script asks the program for them. */
export const WORD_LISTS = [
  'sources',
  'targets',
  'addable',
  'pullable',
  'published',
  'models',
] as const;

export type WordList = (typeof WORD_LISTS)[number];

export const isWordList = (word: string): word is WordList =>
  (WORD_LISTS as readonly string[]).includes(word);
