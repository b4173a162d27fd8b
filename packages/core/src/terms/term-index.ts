import type { LanguageTag } from '@dragoman/contract';
import {
  type FlatTexts,
  findPair,
  findSlot,
  findText,
  hashPair,
  hashText,
  type Slots,
  textAt,
} from './flat-tables.js';
import { type LetterCase, spellingOf, type Word, wordsOf } from './words.js';

/** An entry of a glossary: what stands in the source, and what is to stand in the translation. */
export interface Term {
  /** Words as they are written in the source language; never blank. */
  readonly source: string;
  readonly target: string;
}

/** A term found in a text: a half-open range of UTF-16 code units. */
export interface TermMatch {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
  readonly letterCase: LetterCase;
}

/**
 * The terms of glossaries as an automaton that reads a text from its end to its beginning (Aho and
 * Corasick 1975, for the reversed words of the terms). Its state at a word is the longest end of a
 * term that begins there, so that one pass finds the longest term at every word, however terms
 * overlap. It is made of numbers only: threads hand it over without copying it, and a term of two
 * words takes some hundred bytes.
 *
 * Symbols are words in small letters, and words in capitals, which are others; nodes are ends of
 * terms, 0 the empty one.
 */
export interface TermIndex {
  /** Of the sources. */
  readonly language: LanguageTag;
  readonly seed: number;
  /** The source and the target of each term. */
  readonly texts: FlatTexts;
  readonly symbols: FlatTexts;
  readonly symbolSlots: Slots;
  /** For each node: the node for all its words but the first one, the edge from there, and its words. */
  readonly parents: Uint32Array;
  readonly edges: Uint32Array;
  readonly depths: Uint16Array;
  readonly nodeSlots: Slots;
  /** For each node: that of its longest proper prefix in the text, as the automaton goes on. */
  readonly suffixes: Uint32Array;
  /** For each node: the longest term that the words from here on begin with, as a node; 0 for none. */
  readonly longest: Uint32Array;
  /** For each node: the first of its terms, from 1 on. */
  readonly firstTerms: Uint32Array;
  /** Rows of a node and a term, one for each spelling of the term there. */
  readonly spellings: Uint32Array;
  readonly spellingSlots: Slots;
}

/** A term at some words of a text. */
interface IndexMatch {
  /** Index of its first word, and of the word after its last one. */
  readonly first: number;
  readonly end: number;
  readonly term: Term;
  /** Whether the text writes it as the glossary does. */
  readonly isSame: boolean;
}

/** White space counts between the words of a term, not after its last one, where the node is 0. */
export const edgeOf = (node: number, symbol: number, isSpaceAfter: boolean): number =>
  2 * symbol + (node !== 0 && isSpaceAfter ? 1 : 0);

/** The terms at words, in order and not overlapping: at each place the longest, from left to right. */
export const matchWords = (index: TermIndex, words: readonly Word[]): readonly IndexMatch[] => {
  const longest = longestFrom(index, words);
  const matches: IndexMatch[] = [];
  // One term may be in a text ten thousand times.
  const terms = new Map<number, Term>();
  const termOnce = (number: number): Term => {
    const term = terms.get(number) ?? termOf(index, number);
    terms.set(number, term);
    return term;
  };
  for (let first = 0; first < words.length; ) {
    const node = longest[first] ?? 0;
    const end = first + (node === 0 ? 1 : (index.depths[node] ?? 1));
    if (node !== 0)
      matches.push({ first, end, ...termAt(index, node, words.slice(first, end), termOnce) });
    first = end;
  }
  return matches;
};

/** For each word the node of the longest term that begins there, or 0. */
const longestFrom = (index: TermIndex, words: readonly Word[]): Uint32Array => {
  const longest = new Uint32Array(words.length);
  let node = 0;
  for (let at = words.length - 1; at >= 0; at--) {
    const symbol = symbolOf(index, words[at] as Word);
    node = symbol === 0 ? 0 : nextNode(index, node, symbol, words[at + 1]?.isSpaced === true);
    longest[at] = index.longest[node] ?? 0;
  }
  return longest;
};

/** The node after a word: that of the longest end of a term which the words read last are. */
export const nextNode = (
  index: Pick<TermIndex, 'nodeSlots' | 'parents' | 'edges' | 'suffixes'>,
  from: number,
  symbol: number,
  isSpaceAfter: boolean,
): number => {
  for (let node = from; ; node = index.suffixes[node] ?? 0) {
    const edge = edgeOf(node, symbol, isSpaceAfter);
    const next = findPair(index.nodeSlots, node, edge, index.parents, index.edges);
    if (next !== 0 || node === 0) return next;
  }
};

/** The symbol of a word, from 1 on: in capitals only if a term has it so; 0 if none has it. */
const symbolOf = (index: TermIndex, word: Word): number =>
  (word.isAcronym ? findSymbol(index, word.written) : 0) || findSymbol(index, word.folded);

const findSymbol = ({ symbols, symbolSlots, seed }: TermIndex, text: string): number =>
  findText(symbolSlots, hashText(text, seed), symbols, text);

/** The term of a node that is written like some words, or else its first one. */
const termAt = (
  index: TermIndex,
  node: number,
  words: readonly Word[],
  termOnce: (number: number) => Term,
): Pick<IndexMatch, 'term' | 'isSame'> => {
  const { spellings, spellingSlots, seed, language } = index;
  const spelling = spellingOf(words);
  const isWanted = (row: number) =>
    spellings[2 * row - 2] === node &&
    spellingOf(wordsOf(sourceOf(index, spellings[2 * row - 1] ?? 0), language)) === spelling;
  const slot = findSlot(spellingSlots, hashPair(node, hashText(spelling, seed)), isWanted);
  const row = spellingSlots[slot] ?? 0;
  const number = (row === 0 ? index.firstTerms[node] : spellings[2 * row - 1]) ?? 0;
  return { term: termOnce(number), isSame: row !== 0 };
};

const sourceOf = ({ texts }: TermIndex, number: number): string => textAt(texts, 2 * number - 2);

const termOf = (index: TermIndex, number: number): Term => ({
  source: sourceOf(index, number),
  target: textAt(index.texts, 2 * number - 1),
});

/** What an index takes in memory. */
export const termIndexBytes = (part: unknown): number => {
  if (ArrayBuffer.isView(part)) return part.byteLength;
  if (typeof part !== 'object' || part === null) return 0;
  return Object.values(part).reduce((sum: number, member) => sum + termIndexBytes(member), 0);
};
