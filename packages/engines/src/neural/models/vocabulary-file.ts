import { yieldToLoop } from '@dragoman/core/event-loop';

// SentencePiece model files are protocol buffers.
// https://github.com/google/sentencepiece, src/sentencepiece_model.proto
const FIELD = { pieces: 1, normalizer: 3 };
const PIECE_FIELD = { text: 1, score: 2, type: 3 };
const NORMALIZER_FIELD = { name: 1 };
const MAX_PIECES = 1_000_000;

/** Pieces that are read before other work has its turn: some milliseconds. */
const PIECES_PER_SLICE = 2000;
/** How many pieces are read without turns for other work. */
const MAX_PIECES_AT_ONCE = 40_000;

/** The types of pieces. */
export const PIECE_TYPE = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 };

/** A token of a vocabulary. */
interface VocabularyPiece {
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
const MAX_PIECE_LENGTH = 24;
// Characters without a shape of their own: joiners, variation selectors, soft hyphens.
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

/** What questions about a language are answered with. */
interface PieceIndex {
  readonly pieces: ReadonlySet<string>;
  readonly hasBytePieces: boolean;
  readonly foldsCase: boolean;
  /** The longest piece that begins with these two UTF-16 code units. */
  readonly longestByStart: ReadonlyMap<string, number>;
}

/** What a SentencePiece model tells of its language: which characters and how many tokens. */
export class Vocabulary {
  readonly pieceCount: number;
  #read: (() => VocabularyFile) | undefined;
  #known: PieceIndex | undefined;
  /** Answers given for single characters; bounded by Unicode. */
  readonly #knownByCharacter = new Map<string, boolean>();

  /** @param read called when the first question is asked: of most models, none ever is */
  constructor(pieceCount: number, read: () => VocabularyFile) {
    this.pieceCount = pieceCount;
    this.#read = read;
  }

  get #index(): PieceIndex {
    this.#known ??= indexPieces(this.#read?.() ?? { pieces: [], foldsCase: false });
    // With it goes the file.
    this.#read = undefined;
    return this.#known;
  }

  /** Whether a word is a token by itself, so that it was in the texts that the model learned from. */
  holdsWord(word: string): boolean {
    const { pieces, foldsCase } = this.#index;
    return pieces.has(WORD_START + (foldsCase ? word.toLowerCase() : word));
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
    if (text.length > enough * MAX_PIECE_LENGTH) return Math.ceil(text.length / MAX_PIECE_LENGTH);
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
    const { pieces, hasBytePieces } = this.#index;
    if (pieces.has(part) || pieces.has(WORD_START + part)) return true;
    return hasBytePieces && WORD_CHARACTER.test(part);
  }

  #longestMatch(text: string, position: number): number {
    const { pieces, longestByStart } = this.#index;
    const longest = longestByStart.get(text.slice(position, position + 2)) ?? 1;
    const limit = Math.min(longest, text.length - position);
    for (let length = limit; length > 1; length--) {
      if (pieces.has(text.slice(position, position + length))) return length;
    }
    return 1;
  }

  /** SentencePiece normalises before it looks for pieces, by default with NFKC. */
  #normalise(text: string): string {
    const normalised = text.normalize('NFKC');
    return this.#index.foldsCase ? normalised.toLowerCase() : normalised;
  }
}

const indexPieces = ({ pieces, foldsCase }: VocabularyFile): PieceIndex => {
  const longestByStart = new Map<string, number>();
  for (const { text } of pieces) {
    const start = text.slice(0, 2);
    const length = Math.min(MAX_PIECE_LENGTH, text.length);
    if (length > (longestByStart.get(start) ?? 1)) longestByStart.set(start, length);
  }
  return {
    pieces: new Set(pieces.map(({ text }) => text)),
    hasBytePieces: pieces.some(({ type }) => type === PIECE_TYPE.byte),
    foldsCase,
    longestByStart,
  };
};

/**
 * Checks a SentencePiece model, which is read when something of it is needed.
 *
 * @throws Error with a sentence when the file is damaged.
 */
export const parseVocabulary = (file: Buffer): Vocabulary =>
  new Vocabulary(countPieces(file), () => readVocabularyFile(file));

/** The same as {@link parseVocabulary}; what has hundreds of thousands of pieces is read at once, with turns for other work. */
export const parseVocabularyYielding = async (file: Buffer): Promise<Vocabulary> => {
  const vocabulary = parseVocabulary(file);
  if (vocabulary.pieceCount <= MAX_PIECES_AT_ONCE) return vocabulary;
  const reading = readPieces(file);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done) return new Vocabulary(vocabulary.pieceCount, () => step.value);
    await yieldToLoop();
  }
};

/** How many pieces a SentencePiece model has; all of its fields are looked at. */
const countPieces = (file: Buffer): number => {
  const [fields, parts] = [new Fields(file, 0, file.length), new Fields(file, 0, 0)];
  let count = 0;
  while (fields.next()) {
    const isPiece = fields.number === FIELD.pieces;
    if (!isPiece && fields.number !== FIELD.normalizer) continue;
    parts.enter(fields.start, fields.end);
    while (parts.next());
    if (isPiece) count += 1;
  }
  if (count > MAX_PIECES) throw new Error('the vocabulary has too many pieces');
  if (count === 0) throw new Error('the vocabulary is not a SentencePiece model');
  return count;
};

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
  const [fields, parts] = [new Fields(file, 0, file.length), new Fields(file, 0, 0)];
  while (fields.next()) {
    parts.enter(fields.start, fields.end);
    if (fields.number === FIELD.pieces) {
      if (pieces.length === MAX_PIECES) throw new Error('the vocabulary has too many pieces');
      pieces.push(pieceOf(file, parts));
      if (pieces.length % PIECES_PER_SLICE === 0) yield;
    } else if (fields.number === FIELD.normalizer) {
      while (parts.next()) {
        if (parts.number === NORMALIZER_FIELD.name)
          normalizerName = file.toString('utf8', parts.start, parts.end);
      }
    }
  }
  if (pieces.length === 0) throw new Error('the vocabulary is not a SentencePiece model');
  return { pieces, foldsCase: normalizerName.endsWith('_cf') };
}

const pieceOf = (file: Buffer, parts: Fields): VocabularyPiece => {
  let [text, score, type] = ['', 0, PIECE_TYPE.normal];
  while (parts.next()) {
    const { number, start, end, value } = parts;
    if (number === PIECE_FIELD.text) text = file.toString('utf8', start, end);
    if (number === PIECE_FIELD.score && end - start === 4) score = file.readFloatLE(start);
    if (number === PIECE_FIELD.type) type = value;
  }
  return { text, score, type };
};

/** Goes through the fields of a message in a part of a file. https://protobuf.dev/programming-guides/encoding/ */
class Fields {
  number = 0;
  /** Where a length-delimited field's bytes are in the file; nowhere for numbers. */
  start = 0;
  end = 0;
  /** The value of a varint field; 0 for others. */
  value = 0;
  readonly #file: Buffer;
  #position: number;
  #limit: number;

  constructor(file: Buffer, from: number, to: number) {
    this.#file = file;
    this.#position = from;
    this.#limit = to;
  }

  /** Begins with another part of the file. */
  enter(from: number, to: number): void {
    this.#position = from;
    this.#limit = to;
  }

  /** Goes to the next field. @returns whether there is one */
  next(): boolean {
    if (this.#position >= this.#limit) return false;
    const tag = this.#varint();
    this.number = Math.floor(tag / 8);
    this.start = this.#position;
    const wire = tag % 8;
    if (wire === 0) {
      this.end = this.start;
      this.value = this.#varint();
      return true;
    }
    const length = wire === 1 ? 8 : wire === 5 ? 4 : wire === 2 ? this.#varint() : Number.NaN;
    this.start = this.#position;
    this.#position += length;
    if (!(this.#position <= this.#limit)) throw damaged();
    this.end = this.#position;
    this.value = 0;
    return true;
  }

  #varint(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 63; scale *= 128) {
      const byte = this.#position < this.#limit ? this.#file[this.#position] : undefined;
      this.#position += 1;
      if (byte === undefined) break;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw damaged();
  }
}

const damaged = (): Error => new Error('the vocabulary is damaged');
