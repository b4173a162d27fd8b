import { type AppError, invalidParameter, type LanguageTag } from '@dragoman/contract';
import {
  findPair,
  findSlot,
  flatTextList,
  hashPair,
  hashText,
  numberList,
  slotsFor,
  smallNumberList,
  withRoom,
} from './flat-tables.js';
import type { Term } from './letter-case.js';
import { edgeOf, nextNode, type TermIndex } from './term-index.js';
import { spellingOf, type Word, wordsOf } from './words.js';

/** Terms, which are gone through twice. */
export type Dictionary = readonly Term[];

/** Nodes take some forty bytes each; a dictionary of the largest size has at most half as many. */
const MAX_NODES = 10_000_000;

/**
 * Builds the index of several dictionaries; a hundred thousand terms take about half a second.
 *
 * @param dictionaries in order of preference: where two have the same term, the first one counts
 * @param language of the sources
 * @throws AppError `invalid_parameter` where they are too many
 */
export const buildTermIndex = (
  dictionaries: readonly Dictionary[],
  language: LanguageTag,
  mostNodes = MAX_NODES,
): TermIndex => {
  const seed = Math.floor(Math.random() * 2 ** 32);
  const texts = flatTextList();
  const tree = createTree();
  const symbols = createSymbols(seed);
  const firstTerms = numberList();
  const spellings = createSpellings(seed);
  const acronyms = acronymsOf(dictionaries, language);
  let term = 0;
  for (const dictionary of dictionaries) {
    const firstOfDictionary = term + 1;
    for (const { source, target } of dictionary) {
      const words = wordsOf(source, language);
      if (words.length === 0) continue;
      term += 1;
      texts.push(source);
      texts.push(target);
      const spelling = spellingOf(words);
      for (const written of waysOfWriting(words, acronyms)) {
        let node = 0;
        for (let at = words.length - 1; at >= 0; at--) {
          const symbol = symbols.numberOf(written[at] ?? '');
          node = tree.childOf(node, edgeOf(node, symbol, words[at + 1]?.isSpaced === true));
        }
        while (firstTerms.length < tree.size()) firstTerms.push(0);
        if (firstTerms.at(node) === 0) firstTerms.set(node, term);
        if (firstTerms.at(node) >= firstOfDictionary) spellings.add(node, term, spelling);
      }
      if (tree.size() > mostNodes) throw tooManyWords(mostNodes);
    }
  }
  const nodes = tree.trimmed();
  const terms = firstTerms.trimmed();
  return {
    language,
    seed,
    texts: texts.trimmed(),
    ...symbols.trimmed(),
    ...nodes,
    firstTerms: terms,
    ...linksOf(nodes, terms),
    ...spellings.trimmed(),
  };
};

const tooManyWords = (most: number): AppError =>
  invalidParameter('glossary_ids', `Glossaries that are used together have at most ${most} words.`);

/** What every word in capitals has: a capital with no small letter beside it. */
const MAYBE_ACRONYM = /(?<!\p{Ll})\p{Lu}(?!\p{Ll})/u;

/** The words in capitals that terms have, by what is the same in small letters. */
const acronymsOf = (
  dictionaries: readonly Dictionary[],
  language: LanguageTag,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const acronyms = new Map<string, Set<string>>();
  for (const dictionary of dictionaries) {
    for (const { source } of dictionary) {
      if (!MAYBE_ACRONYM.test(source)) continue;
      for (const { isAcronym, folded, written } of wordsOf(source, language)) {
        if (isAcronym) acronyms.set(folded, (acronyms.get(folded) ?? new Set()).add(written));
      }
    }
  }
  return acronyms;
};

/** A term with more words that are also abbreviations is found in two ways only. */
const MAX_CHOICES = 2;

/**
 * The symbols that a term may be written in. A word in capitals is itself only; another may be in
 * capitals too, which is a symbol of its own where other terms have it so.
 */
const waysOfWriting = (
  words: readonly Word[],
  acronyms: ReadonlyMap<string, ReadonlySet<string>>,
): readonly (readonly string[])[] => {
  const plain = words.map(({ isAcronym, written, folded }) => (isAcronym ? written : folded));
  if (acronyms.size === 0) return [plain];
  const choices = words.flatMap(({ isAcronym, folded }, at) => {
    const known = isAcronym ? undefined : acronyms.get(folded);
    return known ? [{ at, capitals: [...known] }] : [];
  });
  if (choices.length > MAX_CHOICES) {
    const inAll = [...plain];
    for (const { at, capitals } of choices) inAll[at] = capitals[0] ?? '';
    return [plain, inAll];
  }
  let ways: (readonly string[])[] = [plain];
  for (const { at, capitals } of choices) {
    ways = ways.flatMap((way) => [way, ...capitals.map((other) => way.with(at, other))]);
  }
  return ways;
};

const createSymbols = (seed: number) => {
  const numbers = new Map<string, number>();
  return {
    numberOf(text: string): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size + 1);
      return numbers.size;
    },
    trimmed() {
      const symbols = flatTextList();
      const symbolSlots = slotsFor(numbers.size);
      for (const [text, number] of numbers) {
        symbols.push(text);
        symbolSlots[findSlot(symbolSlots, hashText(text, seed), () => false)] = number;
      }
      return { symbols: symbols.trimmed(), symbolSlots };
    },
  };
};

const createSpellings = (seed: number) => {
  const rows = numberList();
  const hashes = numberList();
  const texts: string[] = [];
  let spellingSlots = slotsFor(0);
  return {
    add(node: number, term: number, text: string): void {
      const hash = hashPair(node, hashText(text, seed));
      const isSame = (row: number) => rows.at(2 * row - 2) === node && texts[row - 1] === text;
      spellingSlots = withRoom(spellingSlots, texts.length, (row) => hashes.at(row - 1));
      const slot = findSlot(spellingSlots, hash, isSame);
      if (spellingSlots[slot] !== 0) return;
      rows.push(node);
      rows.push(term);
      hashes.push(hash);
      spellingSlots[slot] = texts.push(text);
    },
    trimmed: () => ({ spellings: rows.trimmed(), spellingSlots }),
  };
};

type Nodes = Pick<TermIndex, 'parents' | 'edges' | 'depths' | 'nodeSlots'>;

const createTree = () => {
  const parents = numberList();
  const edges = numberList();
  const depths = smallNumberList();
  let nodeSlots = slotsFor(0);
  const addNode = (parent: number, edge: number, depth: number): number => {
    parents.push(parent);
    edges.push(edge);
    return depths.push(depth);
  };
  addNode(0, 0, 0);
  const hashOf = (node: number) => hashPair(parents.at(node), edges.at(node));
  return {
    size: () => parents.length,
    childOf(parent: number, edge: number): number {
      const known = findPair(nodeSlots, parent, edge, parents.numbers, edges.numbers);
      if (known !== 0) return known;
      nodeSlots = withRoom(nodeSlots, parents.length, hashOf);
      const node = addNode(parent, edge, depths.at(parent) + 1);
      nodeSlots[findSlot(nodeSlots, hashPair(parent, edge), () => false)] = node;
      return node;
    },
    trimmed: (): Nodes => ({
      parents: parents.trimmed(),
      edges: edges.trimmed(),
      depths: depths.trimmed(),
      nodeSlots,
    }),
  };
};

/** Where the automaton goes on from each node, and the longest term there; the short ones first. */
const linksOf = (
  nodes: Nodes,
  firstTerms: Uint32Array,
): Pick<TermIndex, 'suffixes' | 'longest'> => {
  const { parents, edges } = nodes;
  const suffixes = new Uint32Array(parents.length);
  const longest = new Uint32Array(parents.length);
  const links = { ...nodes, suffixes };
  for (const node of byDepth(nodes)) {
    const parent = parents[node] ?? 0;
    const edge = edges[node] ?? 0;
    if (parent !== 0)
      suffixes[node] = nextNode(links, suffixes[parent] ?? 0, edge >>> 1, (edge & 1) === 1);
    longest[node] = firstTerms[node] === 0 ? (longest[suffixes[node] ?? 0] ?? 0) : node;
  }
  return { suffixes, longest };
};

/** All nodes but 0, those with the fewest words first (counting sort). */
const byDepth = ({ depths }: Nodes): Uint32Array => {
  const starts: number[] = [];
  for (const depth of depths) starts[depth + 1] = (starts[depth + 1] ?? 0) + 1;
  for (let depth = 1; depth < starts.length; depth++)
    starts[depth] = (starts[depth] ?? 0) + (starts[depth - 1] ?? 0);
  const sorted = new Uint32Array(depths.length);
  for (const [node, depth] of depths.entries()) {
    const place = starts[depth] ?? 0;
    sorted[place] = node;
    starts[depth] = place + 1;
  }
  return sorted.subarray(1);
};
