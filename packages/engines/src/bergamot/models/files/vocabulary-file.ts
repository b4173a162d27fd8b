import { Vocabulary } from './vocabulary.js';

// SentencePiece model files are protocol buffers.
// https://github.com/google/sentencepiece, src/sentencepiece_model.proto
const FIELD = { pieces: 1, normalizer: 3 };
const PIECE_FIELD = { text: 1, type: 3 };
const NORMALIZER_FIELD = { name: 1 };
const BYTE_PIECE = 6;
const MAX_PIECES = 1_000_000;

interface Field {
  readonly number: number;
  /** The bytes of a length-delimited field; empty for numbers. */
  readonly bytes: Buffer;
  /** The value of a varint field; 0 for others. */
  readonly value: number;
}

/**
 * Reads a SentencePiece model as far as needed to know its pieces.
 *
 * @throws Error with a sentence when the file is damaged.
 */
export const parseVocabulary = (file: Buffer): Vocabulary => {
  const pieces: string[] = [];
  let hasBytePieces = false;
  let normalizerName = '';
  for (const field of fieldsOf(file)) {
    if (field.number === FIELD.pieces) {
      if (pieces.length === MAX_PIECES) throw new Error('the vocabulary has too many pieces');
      let text = '';
      for (const part of fieldsOf(field.bytes)) {
        if (part.number === PIECE_FIELD.text) text = part.bytes.toString('utf8');
        if (part.number === PIECE_FIELD.type && part.value === BYTE_PIECE) hasBytePieces = true;
      }
      pieces.push(text);
    } else if (field.number === FIELD.normalizer) {
      for (const part of fieldsOf(field.bytes)) {
        if (part.number === NORMALIZER_FIELD.name) normalizerName = part.bytes.toString('utf8');
      }
    }
  }
  if (pieces.length === 0) throw new Error('the vocabulary is not a SentencePiece model');
  return new Vocabulary(pieces, { hasBytePieces, foldsCase: normalizerName.endsWith('_cf') });
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
