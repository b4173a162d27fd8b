import createHyphenator from 'hyphen';

/** @returns where a word may be divided, in code units from its start */
export type Hyphenate = (word: string) => readonly number[];

/**
 * Languages with patterns of TeX whose licences are MIT or as free, or the LaTeX project's (Dutch).
 * The patterns are megabytes, so each is loaded when a document needs it.
 */
const PATTERNS: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  de: () => import('hyphen/patterns/de-1996.js'),
  en: () => import('hyphen/patterns/en-us.js'),
  'en-gb': () => import('hyphen/patterns/en-gb.js'),
  es: () => import('hyphen/patterns/es.js'),
  fr: () => import('hyphen/patterns/fr.js'),
  it: () => import('hyphen/patterns/it.js'),
  nl: () => import('hyphen/patterns/nl.js'),
  pt: () => import('hyphen/patterns/pt.js'),
};

const SIGN = '\u00ad';
/** Shorter words stay whole, and so do the first and last letters of every word. */
const MIN_LETTERS = 6;
/** What is longer is no word of a language, and each division costs a look at all of it. */
const MAX_LETTERS = 100;
const MIN_BEFORE = 2;
const MIN_AFTER = 3;
const RUNS = /\p{L}+/gu;
/** Names of programs, addresses and numbers are not words of a language. */
const NO_WORD = /[\p{N}_@/\\=<>{}#|~]|\p{Ll}\p{Lu}|\p{L}[.:]\p{L}/u;

const loaded = new Map<string, Promise<Hyphenate>>();

/** @returns undefined for languages whose words are not divided */
export const loadHyphenation = async (language: string): Promise<Hyphenate | undefined> => {
  const tag = language.toLowerCase();
  const [base = ''] = tag.split('-');
  const key = Object.hasOwn(PATTERNS, tag) ? tag : base;
  if (!Object.hasOwn(PATTERNS, key)) return undefined;
  const known = loaded.get(key) ?? load(PATTERNS[key] as (typeof PATTERNS)[string]);
  loaded.set(key, known);
  return known;
};

const load = async (patterns: (typeof PATTERNS)[string]): Promise<Hyphenate> => {
  const divide = createHyphenator((await patterns()).default, {
    hyphenChar: SIGN,
    minWordLength: MIN_LETTERS,
  });
  return (word) => (word.length > MAX_LETTERS || NO_WORD.test(word) ? [] : pointsOf(word, divide));
};

const pointsOf = (word: string, divide: (letters: string) => string): readonly number[] => {
  const points: number[] = [];
  for (const { 0: letters, index } of word.matchAll(RUNS)) {
    if (letters.length < MIN_LETTERS) continue;
    let at = 0;
    for (const syllable of divide(letters).split(SIGN).slice(0, -1)) {
      at += syllable.length;
      if (at >= MIN_BEFORE && letters.length - at >= MIN_AFTER) points.push(index + at);
    }
  }
  return points;
};
