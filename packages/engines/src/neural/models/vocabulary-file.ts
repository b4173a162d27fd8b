import { setImmediate as nextTurn } from 'node:timers/promises';

// SentencePiece model files are protocol buffers.
// https://github.com/google/sentencepiece, src/sentencepiece_model.proto
const FIELD = { pieces: 1, normalizer: 3 };
const PIECE_FIELD = { text: 1, score: 2, type: 3 };
const NORMALIZER_FIELD = { name: 1 };
const MAX_PIECES = 1_000_000;

/** Pieces that are read before other work has its turn: some milliseconds. */
const PIECES_A_TURN = 2000;

interface Field {
  readonly number: number;
  /** Where a length-delimited field's bytes are in the file; nowhere for numbers. */
  readonly start: number;
  readonly end: number;
  /** The value of a varint field; 0 for others. */
  readonly value: number;
}

/** The types of pieces. */
export const PIECE_TYPE = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 };

/** A token of a vocabulary. */
export interface VocabularyPiece {
  readonly text: string;
  /** Logarithm of its probability. */
  readonly score: number;
  readonly type: number;
}

/** What a SentencePiece model holds, as far as it is needed. */
export interface VocabularyFile {
  readonly pieces: readonly VocabularyPiece[];
  readonly foldsCase: boolean;
}

const WORD_START = '\u2581';
const LONGEST_PIECE = 24;
// Characters without a shape of their own: joiners, variation selectors, soft hyphens.
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

/** What a SentencePiece model tells of its language: which characters and how many tokens. */
export class Vocabulary {
  readonly pieceCount: number;
  readonly #pieces: ReadonlySet<string>;
  readonly #hasBytePieces: boolean;
  readonly #foldsCase: boolean;
  /** The longest piece that begins with these two UTF-16 code units. */
  readonly #longestByStart = new Map<string, number>();
  /** Answers given for single characters; bounded by Unicode. */
  readonly #knownByCharacter = new Map<string, boolean>();

  /** Whether a word is a token by itself, so that it was in the texts that the model learned from. */
  holdsWord(word: string): boolean {
    return this.#pieces.has(WORD_START + (this.#foldsCase ? word.toLowerCase() : word));
  }

  constructor(
    pieces: readonly string[],
    traits: { readonly hasBytePieces: boolean; readonly foldsCase: boolean },
  ) {
    this.pieceCount = pieces.length;
    this.#pieces = new Set(pieces);
    this.#hasBytePieces = traits.hasBytePieces;
    this.#foldsCase = traits.foldsCase;
    for (const piece of pieces) {
      const start = piece.slice(0, 2);
      const length = Math.min(LONGEST_PIECE, piece.length);
      if (length > (this.#longestByStart.get(start) ?? 1)) this.#longestByStart.set(start, length);
    }
  }

  /** Whether the model has tokens for all of a character, accents and joiners included. */
  knows(character: string): boolean {
    const before = this.#knownByCharacter.get(character);
    if (before !== undefined) return before;
    const isKnown = [...this.#normalise(character)].every((part) => this.#knowsPart(part));
    if (this.#knownByCharacter.size < 100_000) this.#knownByCharacter.set(character, isKnown);
    return isKnown;
  }

  /**
   * About how many tokens a text has, the end of the sentence not counted: the longest piece that
   * fits is taken from left to right, which is seldom fewer than the engine makes of it.
   *
   * @param enough where to stop: of a text with more tokens, only that there are more is found out,
   *   and of one that cannot have more, as it has no more characters, how many these are
   */
  estimateTokens(text: string, enough?: number): number {
    return enough === undefined
      ? this.#countMarked(this.#mark(text), Number.POSITIVE_INFINITY)
      : this.#countUpTo(enough, text);
  }

  #countUpTo(enough: number, text: string): number {
    if (text.length > enough * LONGEST_PIECE) return Math.ceil(text.length / LONGEST_PIECE);
    const marked = this.#mark(text);
    return marked.length <= enough ? marked.length : this.#countMarked(marked, enough);
  }

  /** A text as pieces have it, with a mark before each word. */
  #mark(text: string): string {
    return WORD_START + this.#normalise(text).trim().replaceAll(/\s+/g, WORD_START);
  }

  #countMarked(marked: string, enough: number): number {
    let count = 0;
    for (let position = 0; position < marked.length && count <= enough; count++) {
      position += this.#longestMatch(marked, position);
    }
    return count;
  }

  #knowsPart(part: string): boolean {
    if (/\s/.test(part) || IGNORABLE.test(part)) return true;
    if (this.#pieces.has(part) || this.#pieces.has(WORD_START + part)) return true;
    return this.#hasBytePieces && WORD_CHARACTER.test(part);
  }

  #longestMatch(text: string, position: number): number {
    const longest = this.#longestByStart.get(text.slice(position, position + 2)) ?? 1;
    const limit = Math.min(longest, text.length - position);
    for (let length = limit; length > 1; length--) {
      if (this.#pieces.has(text.slice(position, position + length))) return length;
    }
    return 1;
  }

  /** SentencePiece normalises before it looks for pieces, by default with NFKC. */
  #normalise(text: string): string {
    const normalised = text.normalize('NFKC');
    return this.#foldsCase ? normalised.toLowerCase() : normalised;
  }
}

/**
 * Reads a SentencePiece model as far as needed to know its pieces.
 *
 * @throws Error with a sentence when the file is damaged.
 */
export const parseVocabulary = (file: Buffer): Vocabulary => {
  const reading = readPieces(file);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return vocabularyOf(step.value);
  }
};

/** The same as {@link parseVocabulary}, with turns for other work: some have hundreds of thousands of pieces. */
export const parseVocabularyInTurns = async (file: Buffer): Promise<Vocabulary> => {
  const reading = readPieces(file);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return vocabularyOf(step.value);
    await nextTurn();
  }
};

const vocabularyOf = ({ pieces, foldsCase }: VocabularyFile): Vocabulary =>
  new Vocabulary(
    pieces.map(({ text }) => text),
    { hasBytePieces: pieces.some(({ type }) => type === PIECE_TYPE.byte), foldsCase },
  );

/**
 * Reads the pieces of a SentencePiece model.
 *
 * @throws Error with a sentence when the file is damaged.
 */
export const readVocabularyFile = (file: Buffer): VocabularyFile => {
  const reading = readPieces(file);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return step.value;
  }
};

/** Stops now and then, so that other work can have its turn. */
function* readPieces(file: Buffer): Generator<undefined, VocabularyFile> {
  const pieces: VocabularyPiece[] = [];
  let normalizerName = '';
  for (const { number, start, end } of fieldsOf(file, 0, file.length)) {
    if (number === FIELD.pieces) {
      if (pieces.length === MAX_PIECES) throw new Error('the vocabulary has too many pieces');
      pieces.push(pieceOf(file, start, end));
      if (pieces.length % PIECES_A_TURN === 0) yield;
    } else if (number === FIELD.normalizer) {
      for (const part of fieldsOf(file, start, end)) {
        if (part.number === NORMALIZER_FIELD.name)
          normalizerName = file.toString('utf8', part.start, part.end);
      }
    }
  }
  if (pieces.length === 0) throw new Error('the vocabulary is not a SentencePiece model');
  return { pieces, foldsCase: normalizerName.endsWith('_cf') };
}

const pieceOf = (file: Buffer, from: number, to: number): VocabularyPiece => {
  let [text, score, type] = ['', 0, PIECE_TYPE.normal];
  for (const { number, start, end, value } of fieldsOf(file, from, to)) {
    if (number === PIECE_FIELD.text) text = file.toString('utf8', start, end);
    if (number === PIECE_FIELD.score && end - start === 4) score = file.readFloatLE(start);
    if (number === PIECE_FIELD.type) type = value;
  }
  return { text, score, type };
};

/** The fields of the message that lies in a part of a file. https://protobuf.dev/programming-guides/encoding/ */
function* fieldsOf(file: Buffer, from: number, to: number): Generator<Field> {
  let position = from;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 63; scale *= 128) {
      const byte = position < to ? file[position] : undefined;
      position += 1;
      if (byte === undefined) break;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw damaged();
  };
  while (position < to) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === 0) {
      yield { number, start: position, end: position, value: varint() };
      continue;
    }
    const length = wire === 1 ? 8 : wire === 5 ? 4 : wire === 2 ? varint() : Number.NaN;
    const start = position;
    position += length;
    if (!(position <= to)) throw damaged();
    yield { number, start, end: position, value: 0 };
  }
}

const damaged = (): Error => new Error('the vocabulary is damaged');
