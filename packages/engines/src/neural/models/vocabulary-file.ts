// SentencePiece model files are protocol buffers.
// https://github.com/google/sentencepiece, src/sentencepiece_model.proto
const FIELD = { pieces: 1, normalizer: 3 };
const PIECE_FIELD = { text: 1, score: 2, type: 3 };
const NORMALIZER_FIELD = { name: 1 };
const MAX_PIECES = 1_000_000;

interface Field {
  readonly number: number;
  /** The bytes of a length-delimited field; empty for numbers. */
  readonly bytes: Buffer;
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
  readonly #longestPiece: number;
  /** Answers given for single characters; bounded by Unicode. */
  readonly #knownByCharacter = new Map<string, boolean>();

  constructor(
    pieces: readonly string[],
    traits: { readonly hasBytePieces: boolean; readonly foldsCase: boolean },
  ) {
    this.pieceCount = pieces.length;
    this.#pieces = new Set(pieces);
    this.#hasBytePieces = traits.hasBytePieces;
    this.#foldsCase = traits.foldsCase;
    const longest = pieces.reduce((length, piece) => Math.max(length, piece.length), 1);
    this.#longestPiece = Math.min(LONGEST_PIECE, longest);
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
   */
  estimateTokens(text: string): number {
    const marked = WORD_START + this.#normalise(text).trim().replaceAll(/\s+/g, WORD_START);
    let count = 0;
    for (let position = 0; position < marked.length; count++) {
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
    const limit = Math.min(this.#longestPiece, text.length - position);
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
  const { pieces, foldsCase } = readVocabularyFile(file);
  return new Vocabulary(
    pieces.map(({ text }) => text),
    { hasBytePieces: pieces.some(({ type }) => type === PIECE_TYPE.byte), foldsCase },
  );
};

/**
 * Reads the pieces of a SentencePiece model.
 *
 * @throws Error with a sentence when the file is damaged.
 */
export const readVocabularyFile = (file: Buffer): VocabularyFile => {
  const pieces: VocabularyPiece[] = [];
  let normalizerName = '';
  for (const field of fieldsOf(file)) {
    if (field.number === FIELD.pieces) {
      if (pieces.length === MAX_PIECES) throw new Error('the vocabulary has too many pieces');
      pieces.push(pieceOf(field.bytes));
    } else if (field.number === FIELD.normalizer) {
      for (const part of fieldsOf(field.bytes)) {
        if (part.number === NORMALIZER_FIELD.name) normalizerName = part.bytes.toString('utf8');
      }
    }
  }
  if (pieces.length === 0) throw new Error('the vocabulary is not a SentencePiece model');
  return { pieces, foldsCase: normalizerName.endsWith('_cf') };
};

const pieceOf = (message: Buffer): VocabularyPiece => {
  let [text, score, type] = ['', 0, PIECE_TYPE.normal];
  for (const { number, bytes, value } of fieldsOf(message)) {
    if (number === PIECE_FIELD.text) text = bytes.toString('utf8');
    if (number === PIECE_FIELD.score && bytes.length === 4) score = bytes.readFloatLE();
    if (number === PIECE_FIELD.type) type = value;
  }
  return { text, score, type };
};

// https://protobuf.dev/programming-guides/encoding/
function* fieldsOf(message: Buffer): Generator<Field> {
  let position = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 63; scale *= 128) {
      const byte = message[position++];
      if (byte === undefined) break;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw damaged();
  };
  const take = (length: number): Buffer => {
    if (position + length > message.length) throw damaged();
    position += length;
    return message.subarray(position - length, position);
  };
  while (position < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const none = Buffer.alloc(0);
    if (tag % 8 === 0) yield { number, bytes: none, value: varint() };
    else if (tag % 8 === 1) yield { number, bytes: take(8), value: 0 };
    else if (tag % 8 === 2) yield { number, bytes: take(varint()), value: 0 };
    else if (tag % 8 === 5) yield { number, bytes: take(4), value: 0 };
    else throw damaged();
  }
}

const damaged = (): Error => new Error('the vocabulary is damaged');
