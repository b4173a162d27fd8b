import { readFile } from 'node:fs/promises';
import { yieldToLoop } from '@dragoman/core/event-loop';

/**
 * A dictionary as Apertium's compiler writes it (`lt-comp`): transducers, which read letters and tags
 * and write others. Apertium's own program takes a quarter of a second and forty megabytes to open
 * one; for single words it is enough to walk through the tables of the file.
 */
export interface CompiledDictionary {
  /**
   * What a text becomes, each once. A capital letter may stand for a small one.
   *
   * @param text letters, and tags such as `<n>`
   */
  lookUp(text: string): readonly string[];
  /** The same for as much of a text as the dictionary knows; the tags after that stay as they are. */
  lookUpBeginning(text: string): readonly string[];
}

/** Letters are code points, tags are negative, and 0 is nothing. */
type Sign = number;

interface Transducer {
  readonly initial: number;
  readonly finals: ReadonlySet<number>;
  /** Where the transitions of each state begin; those of the next one begin where they end. */
  readonly starts: Int32Array;
  /** For each transition the index of what it reads and writes, and the state that it leads to. */
  readonly pairs: Int32Array;
  readonly nextStates: Int32Array;
}

/** What is read and written together. */
interface Pairs {
  readonly read: Int32Array;
  readonly written: Int32Array;
}

/** A way through a transducer: where it is, and what was written on it, the last sign first. */
interface Way {
  readonly state: number;
  readonly written: Written | undefined;
}

interface Written {
  readonly sign: Sign;
  readonly before: Written | undefined;
}

const FILE_MARK = 'LTTB';
const TRANSDUCER_MARK = 'LTTD';
/** Other kinds of files of this program have bits set here. */
const FEATURES_BYTES = 8;
/** What is read in one turn of the event loop: some milliseconds. */
const TRANSITIONS_PER_SLICE = 50_000;
/** No word has as many; a damaged file may. */
const MAX_WAYS = 5000;

/** @throws Error with a sentence for files of other kinds, or the file system's */
export const readCompiledDictionary = async (path: string): Promise<CompiledDictionary> =>
  parseCompiledDictionary(await readFile(path));

/** @throws as {@link readCompiledDictionary} */
export const parseCompiledDictionary = async (file: Buffer): Promise<CompiledDictionary> => {
  const reader = new NumberReader(file);
  if (reader.skipMark(FILE_MARK) === undefined) throw new Error('it is no compiled dictionary');
  // The letters that words are made of.
  reader.text();
  const tags = Array.from({ length: reader.number() }, () => `<${reader.text()}>`);
  const pairs = readPairs(reader, tags.length);
  const transducers: Transducer[] = [];
  for (let left = reader.number(); left > 0; left--) {
    reader.text();
    transducers.push(await readTransducer(reader, pairs.read.length));
  }
  const signOfTag = new Map(tags.map((tag, index): [string, Sign] => [tag, -index - 1]));
  const signsOf = (tokens: readonly string[]): readonly Sign[] =>
    tokens.map((token) =>
      token.startsWith('<')
        ? (signOfTag.get(token) ?? Number.NEGATIVE_INFINITY)
        : (token.codePointAt(0) ?? 0),
    );
  const show = (sign: Sign): string =>
    sign > 0 ? String.fromCodePoint(sign) : (tags[-sign - 1] ?? '');
  const textsAfter = (all: readonly Walked[], length: number): readonly string[] => [
    ...new Set(all.flatMap((found) => (found[length] ?? []).map((one) => textOf(one, show)))),
  ];
  const walkAll = (tokens: readonly string[]): readonly Walked[] => {
    const signs = signsOf(tokens);
    return transducers.map((transducer) => walk(transducer, pairs, signs));
  };
  return {
    lookUp(text) {
      const tokens = tokensOf(text);
      return textsAfter(walkAll(tokens), tokens.length);
    },
    lookUpBeginning(text) {
      const tokens = tokensOf(text);
      const walked = walkAll(tokens);
      for (let length = tokens.length; length > 0; length--) {
        const found = textsAfter(walked, length);
        const rest = tokens.slice(length);
        if (found.length > 0) return found.map((translated) => translated + rest.join(''));
        if (!tokens[length - 1]?.startsWith('<')) return [];
      }
      return [];
    },
  };
};

const tokensOf = (text: string): readonly string[] => text.match(/<[^<>]*>|./gsu) ?? [];

/** For each number of signs that were read, what was written where a word may end there. */
type Walked = readonly (readonly (Written | undefined)[])[];

const walk = (transducer: Transducer, pairs: Pairs, signs: readonly Sign[]): Walked => {
  const ended: (readonly (Written | undefined)[])[] = [];
  let ways = withSilentSteps(transducer, pairs, [
    { state: transducer.initial, written: undefined },
  ]);
  for (const sign of [...signs, undefined]) {
    const finals = ways.filter(({ state }) => transducer.finals.has(state));
    ended.push(finals.map(({ written }) => written));
    if (sign === undefined || ways.length === 0) break;
    const small = smallOf(sign);
    const stepped = ways.flatMap((way) => stepsOf(transducer, pairs, way, [sign, small]));
    ways = withSilentSteps(transducer, pairs, stepped);
  }
  return ended;
};

const smallOf = (sign: Sign): Sign => {
  if (sign <= 0) return sign;
  const small = String.fromCodePoint(sign).toLowerCase();
  return small.codePointAt(0) ?? sign;
};

/** Where a way leads with one of some signs. */
const stepsOf = (
  { starts, pairs: pairsOfSteps, nextStates }: Transducer,
  { read, written: writes }: Pairs,
  { state, written }: Way,
  wanted: readonly Sign[],
): readonly Way[] => {
  const ways: Way[] = [];
  const end = starts[state + 1] as number;
  for (let at = starts[state] as number; at < end; at++) {
    const pair = pairsOfSteps[at] as number;
    if (!wanted.includes(read[pair] as number)) continue;
    const sign = writes[pair] as number;
    const next = nextStates[at] as number;
    ways.push({ state: next, written: sign === 0 ? written : { sign, before: written } });
  }
  return ways;
};

/** With the ways that nothing has to be read for. */
const withSilentSteps = (
  transducer: Transducer,
  pairs: Pairs,
  ways: readonly Way[],
): readonly Way[] => {
  const all = [...ways];
  // It grows while it is gone through.
  for (const way of all) {
    if (all.length > MAX_WAYS) return [];
    all.push(...stepsOf(transducer, pairs, way, [0]));
  }
  return all;
};

const textOf = (written: Written | undefined, show: (sign: Sign) => string): string => {
  let text = '';
  for (let one = written; one; one = one.before) text = show(one.sign) + text;
  return text;
};

const readPairs = (reader: NumberReader, tagCount: number): Pairs => {
  const count = reader.number();
  const pairs = { read: new Int32Array(count), written: new Int32Array(count) };
  for (let pair = 0; pair < count; pair++) {
    pairs.read[pair] = reader.number() - tagCount;
    pairs.written[pair] = reader.number() - tagCount;
  }
  return pairs;
};

const readTransducer = async (reader: NumberReader, pairCount: number): Promise<Transducer> => {
  const hasWeights = reader.skipMark(TRANSDUCER_MARK) === 1;
  const skipWeight = (): void => {
    if (hasWeights) for (let part = 0; part < 2; part++) reader.number();
  };
  const initial = reader.number();
  const finals = new Set<number>();
  let final = 0;
  for (let left = reader.number(); left > 0; left--) {
    final += reader.number();
    skipWeight();
    finals.add(final);
  }
  const stateCount = reader.number();
  const starts = new Int32Array(stateCount + 1);
  const pairs = new IntegerList();
  const nextStates = new IntegerList();
  let sliceEnd = TRANSITIONS_PER_SLICE;
  for (let state = 0; state < stateCount; state++) {
    let pair = 0;
    for (let left = reader.number(); left > 0; left--) {
      pair += reader.number();
      if (pair >= pairCount) throw new Error('it is damaged');
      pairs.push(pair);
      nextStates.push((reader.number() + state) % stateCount);
      skipWeight();
    }
    starts[state + 1] = pairs.length;
    if (pairs.length >= sliceEnd) {
      sliceEnd = pairs.length + TRANSITIONS_PER_SLICE;
      await yieldToLoop();
    }
  }
  return { initial, finals, starts, pairs: pairs.finish(), nextStates: nextStates.finish() };
};

/** A typed array that grows. */
class IntegerList {
  #values = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Int32Array(2 * this.length);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.length++] = value;
  }

  finish(): Int32Array {
    return this.#values.slice(0, this.length);
  }
}

/** Reads numbers of one to four bytes: the first two bits say how many further bytes there are. */
class NumberReader {
  readonly #file: Buffer;
  #position = 0;

  constructor(file: Buffer) {
    this.#file = file;
  }

  /** @returns the lowest of the features that follow the mark; undefined where the mark is not there */
  skipMark(mark: string): number | undefined {
    const start = this.#position;
    const end = start + mark.length;
    if (this.#file.toString('latin1', start, end) !== mark) return undefined;
    const features = this.#file.readUInt8(end);
    this.#position = end + FEATURES_BYTES;
    return features;
  }

  number(): number {
    // Faster than the methods of buffers, of which each checks its arguments.
    const file = this.#file;
    let position = this.#position;
    const first = file[position++] as number;
    let value = first & 0x3f;
    for (let left = first >> 6; left > 0; left--)
      value = value * 256 + (file[position++] as number);
    if (position > file.length) throw new Error('it is cut off');
    this.#position = position;
    return value;
  }

  text(): string {
    const codes = Array.from({ length: this.number() }, () => this.number());
    return String.fromCodePoint(...codes);
  }
}
