import { type AppError, invalidParameter, type LanguageTag } from '@dragoman/contract';
import {
  findPair,
  findSlot,
  findText,
  flatTextList,
  hashPair,
  hashText,
  numberList,
  numbersFor,
  putRow,
  slotsFor,
  smallNumberList,
  textAt,
  withRoom,
} from './flat-tables.js';
import { edgeOf, nextNode, type Term, type TermIndex } from './term-index.js';
import { spellingOf, type Word, wordsOf } from './words.js';

/** Terms, which are gone through once. */
export type Dictionary = Iterable<Term>;

/** Nodes take some forty bytes each; a dictionary of the largest size has at most half as many. */
const MAX_NODES = 10_000_000;

/**
 * Builds the index of several dictionaries; a hundred thousand terms take some 300 ms.
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
  const { texts, symbols, terms } = readTerms(dictionaries, language, seed);
  const { words, ends, hashes, firstOfDictionary, acronyms } = terms;
  const tree = createTree(words.length);
  const spellings = createSpellings(ends.length, {
    hashOf: (term) => hashes.at(term - 1),
    isSame: (one, other) => {
      const spelling = (term: number) => spellingOf(wordsOf(textAt(texts, 2 * term - 2), language));
      return spelling(one) === spelling(other);
    },
  });
  let dictionary = 0;
  let start = 0;
  for (let term = 1; term <= ends.length; term++) {
    while (term >= (firstOfDictionary[dictionary + 1] ?? Infinity)) dictionary += 1;
    const end = ends.at(term - 1);
    for (const way of waysOfWriting(words, start, end, acronyms)) {
      let node = 0;
      for (let at = end - 1; at >= start; at--) {
        const symbol = way?.[at - start] ?? words.at(at) >>> 1;
        const isSpaceAfter = at + 1 < end && (words.at(at + 1) & 1) === 1;
        node = tree.childOf(node, edgeOf(node, symbol, isSpaceAfter));
      }
      const first = tree.firstTermAt(node, term);
      if (first >= (firstOfDictionary[dictionary] ?? 0)) spellings.add(node, term);
    }
    if (tree.size() > mostNodes) throw tooManyWords(mostNodes);
    start = end;
  }
  const nodes = tree.trimmed();
  return {
    language,
    seed,
    texts,
    ...symbols,
    ...nodes,
    ...linksOf(nodes, symbols.symbols.ends.length),
    ...spellings.trimmed(),
  };
};

const tooManyWords = (most: number): AppError =>
  invalidParameter(
    'glossary_ids',
    `The glossaries of this request may have at most ${most} words together.`,
  );

/** What the terms of several dictionaries are made of, in the order of the dictionaries. */
interface Terms {
  /** Of all words of all terms: twice its symbol, plus one if white space comes before it. */
  readonly words: NumberList;
  /** For each term: where its words end. */
  readonly ends: NumberList;
  /** For each term: the hash of how it is written. */
  readonly hashes: NumberList;
  /** For each dictionary: the number of its first term, which is from 1 on. */
  readonly firstOfDictionary: readonly number[];
  /** The symbols of words in capitals that terms have, by that of the same in small letters. */
  readonly acronyms: ReadonlyMap<number, readonly number[]>;
}

type NumberList = ReturnType<typeof numberList>;

const SPACE = 0x20;

/** Reads each word of each term once. */
const readTerms = (dictionaries: readonly Dictionary[], language: LanguageTag, seed: number) => {
  const texts = flatTextList();
  const symbols = createSymbols(seed);
  const words = numberList();
  const ends = numberList();
  const hashes = numberList();
  const firstOfDictionary: number[] = [];
  const acronyms = new Map<number, number[]>();
  const addAcronym = ({ folded }: Word, symbol: number): void => {
    const small = symbols.numberOf(folded);
    const known = acronyms.get(small) ?? [];
    if (!known.includes(symbol)) acronyms.set(small, [...known, symbol]);
  };
  for (const dictionary of dictionaries) {
    firstOfDictionary.push(ends.length + 1);
    for (const { source, target } of dictionary) {
      let hash = seed;
      for (const word of wordsOf(source, language)) {
        const { written, folded, isSpaced, isAcronym } = word;
        const symbol = symbols.numberOf(isAcronym ? written : folded);
        if (isAcronym) addAcronym(word, symbol);
        // Words as `spellingOf` puts them together.
        if (words.length > ends.last()) hash = hashPair(hash, SPACE);
        hash = hashText(written, hash);
        words.push(2 * symbol + (isSpaced ? 1 : 0));
      }
      if (words.length === ends.last()) continue;
      ends.push(words.length);
      hashes.push(hash);
      texts.push(source);
      texts.push(target);
    }
  }
  const terms: Terms = { words, ends, hashes, firstOfDictionary, acronyms };
  return { texts: texts.trimmed(), symbols: symbols.trimmed(), terms };
};

/** A term with more words that are also abbreviations is found in two ways only. */
const MAX_CHOICES = 2;
/** One way: as the term is. */
const PLAIN = [undefined];

/**
 * The symbols that a term may be written in. A word in capitals is itself only; another may be in
 * capitals too, which is a symbol of its own where other terms have it so.
 */
const waysOfWriting = (
  words: NumberList,
  start: number,
  end: number,
  acronyms: Terms['acronyms'],
): readonly (readonly number[] | undefined)[] => {
  if (!hasAcronym(words, start, end, acronyms)) return PLAIN;
  const choices: { readonly at: number; readonly capitals: readonly number[] }[] = [];
  for (let at = start; at < end; at++) {
    const capitals = acronyms.get(words.at(at) >>> 1);
    if (capitals) choices.push({ at: at - start, capitals });
  }
  const plain = Array.from({ length: end - start }, (_, at) => words.at(start + at) >>> 1);
  if (choices.length > MAX_CHOICES) {
    const inAll = [...plain];
    for (const { at, capitals } of choices) inAll[at] = capitals[0] ?? 0;
    return [plain, inAll];
  }
  let ways: (readonly number[])[] = [plain];
  for (const { at, capitals } of choices) {
    ways = ways.flatMap((way) => [way, ...capitals.map((other) => way.with(at, other))]);
  }
  return ways;
};

const hasAcronym = (
  words: NumberList,
  start: number,
  end: number,
  acronyms: Terms['acronyms'],
): boolean => {
  if (acronyms.size === 0) return false;
  for (let at = start; at < end; at++) if (acronyms.has(words.at(at) >>> 1)) return true;
  return false;
};

const createSymbols = (seed: number) => {
  const texts = flatTextList();
  const hashes = numberList();
  let known = texts.untrimmed();
  let symbolSlots = slotsFor(0);
  return {
    numberOf(text: string): number {
      const hash = hashText(text, seed);
      const symbol = findText(symbolSlots, hash, known, text);
      if (symbol !== 0) return symbol;
      symbolSlots = withRoom(symbolSlots, hashes.length, (symbol) => hashes.at(symbol - 1));
      hashes.push(hash);
      putRow(symbolSlots, hash, hashes.length);
      texts.push(text);
      known = texts.untrimmed();
      return hashes.length;
    },
    trimmed: () => ({ symbols: texts.trimmed(), symbolSlots }),
  };
};

/** @param terms what is known of each: a hash of how it is written, and whether two are written the same */
const createSpellings = (
  room: number,
  terms: { hashOf(term: number): number; isSame(one: number, other: number): boolean },
) => {
  const rows = numberList(2 * room);
  const hashOfRow = (row: number) =>
    hashPair(rows.at(2 * row - 2), terms.hashOf(rows.at(2 * row - 1)));
  let spellingSlots = slotsFor(room);
  return {
    add(node: number, term: number): void {
      const termHash = terms.hashOf(term);
      const isWanted = (row: number) => {
        const other = rows.at(2 * row - 1);
        const isLikely = rows.at(2 * row - 2) === node && terms.hashOf(other) === termHash;
        return isLikely && terms.isSame(other, term);
      };
      const slot = findSlot(spellingSlots, hashPair(node, termHash), isWanted);
      if (spellingSlots[slot] !== 0) return;
      spellingSlots = withRoom(spellingSlots, rows.length / 2, hashOfRow);
      rows.push(node);
      rows.push(term);
      putRow(spellingSlots, hashPair(node, termHash), rows.length / 2);
    },
    trimmed: () => ({ spellings: rows.trimmed(), spellingSlots }),
  };
};

type Nodes = Pick<TermIndex, 'parents' | 'edges' | 'depths' | 'nodeSlots' | 'firstTerms'>;

/** @param words of all terms: there are hardly more nodes, and often fewer */
const createTree = (words: number) => {
  const parents = numberList(words + 1);
  const edges = numberList(words + 1);
  const depths = smallNumberList(words + 1);
  const firstTerms = numberList(words + 1);
  let nodeSlots = slotsFor(words / 2);
  const addNode = (parent: number, edge: number, depth: number): number => {
    parents.push(parent);
    edges.push(edge);
    firstTerms.push(0);
    return depths.push(depth);
  };
  addNode(0, 0, 0);
  const hashOf = (node: number) => hashPair(parents.at(node), edges.at(node));
  return {
    size: () => parents.length,
    childOf(parent: number, edge: number): number {
      const known = findPair(nodeSlots, parent, edge, parents.numbers, edges.numbers);
      if (known !== 0) return known;
      nodeSlots = withRoom(nodeSlots, parents.length - 1, hashOf);
      const node = addNode(parent, edge, depths.at(parent) + 1);
      putRow(nodeSlots, hashPair(parent, edge), node);
      return node;
    },
    /** The first term of a node: the given one if it had none. */
    firstTermAt(node: number, term: number): number {
      if (firstTerms.at(node) === 0) firstTerms.set(node, term);
      return firstTerms.at(node);
    },
    trimmed: (): Nodes => ({
      parents: parents.trimmed(),
      edges: edges.trimmed(),
      depths: depths.trimmed(),
      firstTerms: firstTerms.trimmed(),
      nodeSlots,
    }),
  };
};

/** Where the automaton goes on from each node, and the longest term there; the short ones first. */
const linksOf = (nodes: Nodes, symbols: number): Pick<TermIndex, 'suffixes' | 'longest'> => {
  const { parents, edges, firstTerms } = nodes;
  const suffixes = numbersFor(parents.length);
  const longest = numbersFor(parents.length);
  const links = { ...nodes, suffixes };
  // Most ways lead back to a node of one word, which is found without a hash here.
  const singles = new Uint32Array(symbols + 1);
  for (const node of byDepth(nodes)) {
    const parent = parents[node] as number;
    const edge = edges[node] as number;
    const from = suffixes[parent] as number;
    if (parent === 0) singles[edge >>> 1] = node;
    else if (from === 0) suffixes[node] = singles[edge >>> 1] as number;
    else suffixes[node] = nextNode(links, from, edge >>> 1, (edge & 1) === 1);
    longest[node] = firstTerms[node] === 0 ? (longest[suffixes[node] as number] as number) : node;
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
  for (let node = 0; node < depths.length; node++) {
    const depth = depths[node] as number;
    const place = starts[depth] as number;
    sorted[place] = node;
    starts[depth] = place + 1;
  }
  return sorted.subarray(1);
};
