type NumberKind<Numbers> = { readonly BYTES_PER_ELEMENT: number } & (new (
  memory: SharedArrayBuffer,
) => Numbers);

/** Zeros, in memory that threads share: a message with them takes no time, however many they are. */
const zeros = <Numbers>(Kind: NumberKind<Numbers>, length: number): Numbers =>
  new Kind(new SharedArrayBuffer(length * Kind.BYTES_PER_ELEMENT));

/** As many zeros, to be set. */
export const numbersFor = (length: number): Uint32Array => zeros(Uint32Array, length);

/** Numbers in a list that grows: the flat form of what would be very many small objects. */
class NumberList<Numbers extends Uint16Array | Uint32Array> {
  readonly #Kind: NumberKind<Numbers>;
  /** With room for more; a longer list has others. */
  numbers: Numbers;
  length = 0;

  constructor(Kind: NumberKind<Numbers>, room: number) {
    this.#Kind = Kind;
    this.numbers = zeros(Kind, room);
  }

  at(index: number): number {
    return this.numbers[index] ?? 0;
  }

  /** 0 of an empty list. */
  last(): number {
    return this.numbers[this.length - 1] ?? 0;
  }

  set(index: number, value: number): void {
    this.numbers[index] = value;
  }

  /** Its index. */
  push(value: number): number {
    if (this.length === this.numbers.length) this.makeRoom(1);
    this.numbers[this.length] = value;
    return this.length++;
  }

  pushCodes(text: string): void {
    this.makeRoom(text.length);
    const { numbers, length } = this;
    for (let at = 0; at < text.length; at++) numbers[length + at] = text.charCodeAt(at);
    this.length += text.length;
  }

  makeRoom(more: number): void {
    if (this.length + more <= this.numbers.length) return;
    const larger = zeros(this.#Kind, 2 * this.length + more);
    larger.set(this.numbers);
    this.numbers = larger;
  }

  /** The numbers, without the room for more. */
  trimmed(): Numbers {
    const { numbers, length } = this;
    if (length === numbers.length) return numbers;
    const trimmed = zeros(this.#Kind, length);
    trimmed.set(numbers.subarray(0, length));
    return trimmed;
  }
}

const FIRST_ROOM = 16;

export const numberList = (room = FIRST_ROOM) => new NumberList<Uint32Array>(Uint32Array, room);
export const smallNumberList = (room = FIRST_ROOM) =>
  new NumberList<Uint16Array>(Uint16Array, room);

/** Texts in one list of UTF-16, one after the other, and where each of them ends. */
export interface FlatTexts {
  readonly codes: Uint16Array;
  readonly ends: Uint32Array;
}

export const flatTextList = () => {
  const codes = smallNumberList();
  const ends = numberList();
  return {
    push(text: string): void {
      codes.pushCodes(text);
      ends.push(codes.length);
    },
    /** The texts so far, with room for more. */
    untrimmed: (): FlatTexts => ({ codes: codes.numbers, ends: ends.numbers }),
    trimmed: (): FlatTexts => ({ codes: codes.trimmed(), ends: ends.trimmed() }),
  };
};

/** More code units than this at once are too many arguments for a call. */
const MAX_UNITS = 4096;

export const textAt = ({ codes, ends }: FlatTexts, index: number): string => {
  const end = ends[index] ?? 0;
  let text = '';
  for (let start = index === 0 ? 0 : (ends[index - 1] ?? 0); start < end; start += MAX_UNITS) {
    text += String.fromCharCode(...codes.subarray(start, Math.min(end, start + MAX_UNITS)));
  }
  return text;
};

const isTextAt = ({ codes, ends }: FlatTexts, index: number, text: string): boolean => {
  const start = index === 0 ? 0 : (ends[index - 1] ?? 0);
  if ((ends[index] ?? 0) - start !== text.length) return false;
  for (let at = 0; at < text.length; at++) {
    if (codes[start + at] !== text.charCodeAt(at)) return false;
  }
  return true;
};

/** Two numbers as one in which each bit depends on all of theirs (the end of MurmurHash3). */
export const hashPair = (one: number, other: number): number => {
  let hash = Math.imul(one, 0x9e3779b1) ^ other;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/**
 * @param seed unknown to those who choose the texts: they could make all hashes the same; or the hash of
 *   the text that this one continues
 */
export const hashText = (text: string, seed: number): number => {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = hashPair(hash, text.charCodeAt(at));
  return hash;
};

/**
 * Slots for the numbers of some rows, from 1 on, that are found by a hash of the row; 0 is an empty
 * slot.
 */
export type Slots = Uint32Array;

/** Slots that stay at most two thirds full. */
export const slotsFor = (rows: number): Slots =>
  numbersFor(2 ** Math.max(4, Math.ceil(Math.log2(1.5 * (rows + 1)))));

/** The slot of the row that is wanted, or the empty one where it belongs. */
export const findSlot = (
  slots: Slots,
  hash: number,
  isWanted: (row: number) => boolean,
): number => {
  const mask = slots.length - 1;
  let slot = hash & mask;
  for (let row = slots[slot] ?? 0; row !== 0; row = slots[slot] ?? 0) {
    if (isWanted(row)) return slot;
    slot = (slot + 1) & mask;
  }
  return slot;
};

/** The row of a text, in slots by its hash; 0 if there is none. */
export const findText = (slots: Slots, hash: number, texts: FlatTexts, text: string): number => {
  const mask = slots.length - 1;
  let slot = hash & mask;
  let row = slots[slot] as number;
  while (row !== 0 && !isTextAt(texts, row - 1, text)) {
    slot = (slot + 1) & mask;
    row = slots[slot] as number;
  }
  return row;
};

/** Puts in a row that is not there. */
export const putRow = (slots: Slots, hash: number, row: number): void => {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = row;
};

/** The row of two numbers, in slots by their hash; 0 if there is none. */
export const findPair = (
  slots: Slots,
  one: number,
  other: number,
  ones: Uint32Array,
  others: Uint32Array,
): number => {
  // As `findSlot`, but without a function that is called: texts and terms have millions of words.
  const mask = slots.length - 1;
  let slot = hashPair(one, other) & mask;
  let row = slots[slot] as number;
  while (row !== 0 && (ones[row] !== one || others[row] !== other)) {
    slot = (slot + 1) & mask;
    row = slots[slot] as number;
  }
  return row;
};

/** The same slots if they have room for one row more than there are, or else larger ones. */
export const withRoom = (slots: Slots, rows: number, hashOf: (row: number) => number): Slots => {
  if (3 * (rows + 1) <= 2 * slots.length) return slots;
  const larger = numbersFor(2 * slots.length);
  for (let row = 1; row <= rows; row++) putRow(larger, hashOf(row), row);
  return larger;
};
