import type { LanguageTag } from '@dragoman/contract';
import { isSpacedEnd, isUnspacedEnd } from '../segmentation/characters.js';
import { inLetterCase, isAcronym, letterCaseOf } from './letter-case.js';
import type { Term, TermMatch, TermMatcher, TermPair } from './term.js';
import { type Token, tokensOf } from './tokens.js';

/** A term at the end of its way through the tree. */
interface Entry {
  readonly term: Term;
  /** The words as they are written, white space aside. */
  readonly words: readonly string[];
  /** Which dictionary it is of; the first goes before all others. */
  readonly dictionary: number;
}

/** A place in the tree of all terms: what may follow here, by token. */
interface Node {
  next?: Map<string, Node>;
  /** In the order of their dictionaries. */
  entries?: Entry[];
}

/**
 * Builds a matcher for the terms of several dictionaries; the tree of their words makes finding take
 * about as long for ten thousand terms as for ten.
 *
 * A term matches as it is written. Failing that, letters may be small or capital as long as the
 * words are the same: but a word in capitals, such as `IT`, is only found in capitals.
 *
 * @param dictionaries in order of preference: where two have the same term, the first one counts
 * @param pair the languages of the terms, whose rules for capitals apply
 */
export const createTermMatcher = (
  dictionaries: readonly (readonly Term[])[],
  pair: TermPair,
): TermMatcher => {
  const builder = createMatcherBuilder(pair);
  for (const [dictionary, terms] of dictionaries.entries()) {
    for (const term of terms) builder.add(term, dictionary);
  }
  return builder.matcher;
};

/** Builds a matcher term by term: a hundred thousand take more than a second. */
export interface MatcherBuilder {
  /** @param dictionary 0 for the first one, never less than before */
  add(term: Term, dictionary: number): void;
  /** Finds what was added. */
  readonly matcher: TermMatcher;
}

/** @param pair the languages of the terms, whose rules for capitals apply */
export const createMatcherBuilder = (pair: TermPair): MatcherBuilder => {
  const fold = createFold(pair.source);
  const root: Node = {};
  const unsplitTerms: string[] = [];
  return {
    add(term, dictionary) {
      addTerm(root, term, dictionary, fold);
      if (hasSentenceEnd(term.source)) unsplitTerms.push(term.source);
    },
    matcher: {
      pair,
      unsplitTerms,
      find: (text) => (root.next ? findTerms(root, text, fold) : []),
      write: ({ term, letterCase }) => inLetterCase(term.target, letterCase, pair.target),
    },
  };
};

/** Languages whose small letters differ from those that Unicode has for all others. */
const OWN_LETTERS: ReadonlySet<LanguageTag> = new Set(['az', 'lt', 'tr']);
const ASCII = /^\w*$/;

/** What is the same for words in small and in capital letters. Plain words take the quick way. */
const createFold = (language: LanguageTag): ((word: string) => string) => {
  const hasOwnLetters = OWN_LETTERS.has(language);
  return (word) => {
    if (hasOwnLetters) return word.normalize('NFC').toLocaleLowerCase(language);
    return (ASCII.test(word) ? word : word.normalize('NFC')).toLowerCase();
  };
};

/** Whether a sentence could seem to end before the end of a term. */
const hasSentenceEnd = (source: string): boolean => {
  for (let at = 0; at < source.length - 1; at++) {
    const code = source.charCodeAt(at);
    if (isSpacedEnd(code) || isUnspacedEnd(code)) return true;
  }
  return false;
};

const addTerm = (
  root: Node,
  term: Term,
  dictionary: number,
  fold: (word: string) => string,
): void => {
  const tokens = tokensOf(term.source);
  if (tokens.length === 0) return;
  let node = root;
  for (const [index, token] of tokens.entries()) {
    const key = keyOf(fold(wordOf(term.source, token)), token, index);
    const next: Node = node.next?.get(key) ?? {};
    node.next ??= new Map();
    node.next.set(key, next);
    node = next;
  }
  const words = tokens.map((token) => wordOf(term.source, token));
  node.entries ??= [];
  node.entries.push({ term, words, dictionary });
};

const wordOf = (text: string, { start, end }: Token): string => text.slice(start, end);

/** White space counts between the words of a term, not before it. */
const keyOf = (folded: string, { isSpaced }: Token, index: number): string =>
  isSpaced && index > 0 ? ` ${folded}` : folded;

const findTerms = (
  root: Node,
  text: string,
  fold: (word: string) => string,
): readonly TermMatch[] => {
  const tokens = tokensOf(text);
  const folded = tokens.map((token) => fold(wordOf(text, token)));
  const matches: TermMatch[] = [];
  for (let first = 0; first < tokens.length; ) {
    const found = longestAt(first);
    if (found) matches.push(found.match);
    first += found?.length ?? 1;
  }
  return matches;

  function longestAt(first: number) {
    let longest: { match: TermMatch; length: number } | undefined;
    let node: Node | undefined = root;
    for (let length = 0; node.next; ) {
      const token = tokens[first + length];
      if (!token) break;
      node = node.next.get(keyOf(folded[first + length] ?? '', token, length));
      if (!node) break;
      length += 1;
      const match = node.entries && matchOf(node.entries, first, length);
      if (match) longest = { match, length };
    }
    return longest;
  }

  function matchOf(
    entries: readonly Entry[],
    first: number,
    length: number,
  ): TermMatch | undefined {
    const own = tokens.slice(first, first + length);
    const words = own.map((token) => wordOf(text, token).normalize('NFC'));
    const entry = chooseEntry(entries, words);
    if (!entry) return undefined;
    const start = own[0]?.start ?? 0;
    const end = own.at(-1)?.end ?? start;
    const { term } = entry;
    const letterCase = isSame(entry, words)
      ? 'same'
      : letterCaseOf(text.slice(start, end), term.source);
    return { start, end, term, letterCase };
  }
};

const isSame = (entry: Entry, words: readonly string[]): boolean =>
  entry.words.every((word, index) => word.normalize('NFC') === words[index]);

/** The first dictionary's entry, and of its entries the one that is written the same. */
const chooseEntry = (entries: readonly Entry[], words: readonly string[]): Entry | undefined => {
  let chosen: Entry | undefined;
  for (const entry of entries) {
    if (chosen && entry.dictionary !== chosen.dictionary) break;
    if (isSame(entry, words)) return entry;
    const isAllowed = entry.words.every(
      (word, index) => !isAcronym(word) || word.normalize('NFC') === words[index],
    );
    if (isAllowed) chosen ??= entry;
  }
  return chosen;
};
