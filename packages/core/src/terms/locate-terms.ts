import type { LanguagePair } from '@dragoman/contract';
import { yieldToLoop } from '../event-loop.js';
import { UNSPACED_LETTER } from '../scripts.js';
import type { Term } from './term-index.js';
import { createTermMatcher, type TermMatcher, termMatcherOf } from './term-matcher.js';

/** Where a term of the text is in its translation: a half-open range of UTF-16 code units. */
interface LocatedTerm {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
}

/** The translation is searched once for each of them. */
const MAX_TARGETS = 300;
/** Others have their turn after as many searches: each may take a millisecond. */
const SEARCHES_PER_SLICE = 10;

/**
 * Finds in a translation what the terms of its text have become, in the order of the translation. A
 * term that occurs several times is found as often as the text has it; of very many different terms,
 * those that come first in the text are found.
 */
export const locateTerms = async (
  text: string,
  translation: string,
  { find }: Pick<TermMatcher, 'find'>,
): Promise<readonly LocatedTerm[]> => {
  const folded = foldKeepingLength(translation);
  const taken = new Uint8Array(translation.length);
  /** Where to go on looking for a target: all before is found or taken. */
  const nexts = new Map<string, number>();
  const targets = new Map<Term, string>();
  const locate = (term: Term): LocatedTerm | undefined => {
    const target = targets.get(term) ?? foldKeepingLength(term.target);
    targets.set(term, target);
    const next = nexts.get(target) ?? (nexts.size < MAX_TARGETS ? 0 : -1);
    let start = next < 0 ? -1 : folded.indexOf(target, next);
    while (start >= 0 && (taken[start] === 1 || isInsideWord(folded, start, target))) {
      start = folded.indexOf(target, start + 1);
    }
    const end = start + target.length;
    nexts.set(target, start < 0 ? -1 : end);
    if (start < 0) return undefined;
    taken.fill(1, start, end);
    return { start, end, term };
  };
  const located: LocatedTerm[] = [];
  let searched = 0;
  for (const { term } of find(text)) {
    const place = locate(term);
    if (place) located.push(place);
    if (nexts.size - searched < SEARCHES_PER_SLICE) continue;
    searched = nexts.size;
    await yieldToLoop();
  }
  return located.toSorted((one, other) => one.start - other.start);
};

const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Whether a place begins in the middle of a word; behind it, the word may have an ending. */
const isInsideWord = (text: string, start: number, target: string): boolean =>
  LETTER.test(text.charAt(start - 1)) &&
  LETTER.test(target.charAt(0)) &&
  !UNSPACED_LETTER.test(target.charAt(0));

/** In small letters, with every character where it was. */
const foldKeepingLength = (text: string): string =>
  text.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });

/** A matcher that finds a further term, before those of the glossaries that a request names. */
export const withTerm = (
  term: Term,
  glossaries: TermMatcher | undefined,
  pair: LanguagePair,
): TermMatcher => {
  const own = createTermMatcher([[term]], pair);
  return glossaries ? termMatcherOf([...own.indexes, ...glossaries.indexes], pair) : own;
};
