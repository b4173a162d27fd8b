import { readFileSync } from 'node:fs';
import { parseVocabulary } from '../../../packages/engines/dist/neural/models/vocabulary-file.js';
import {
  type OfferedFile,
  offeredModel,
} from '../../../packages/server/dist/features/models/testing/offered-model.js';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/models/copy-en-es/${name}`, import.meta.url));

/**
 * A lexical shortlist that maps each token to itself, which is all that a copying model needs.
 * Format: marian-dev, src/data/shortlist.cpp.
 */
const copyShortlist = (pieces: number): Buffer => {
  const head = Buffer.alloc(48);
  const offsets = Buffer.alloc((pieces + 1) * 8);
  const lists = Buffer.alloc(pieces * 4);
  for (let piece = 0; piece <= pieces; piece += 1) {
    offsets.writeBigUInt64LE(BigInt(piece), piece * 8);
    if (piece < pieces) lists.writeUInt32LE(piece, piece * 4);
  }
  const numbers = [0xf11a48d5013417f5n, 0n, 100n, 1n, BigInt(pieces + 1), BigInt(pieces)];
  for (const [index, number] of numbers.entries()) head.writeBigUInt64LE(number, index * 8);
  return Buffer.concat([head, offsets, lists]);
};

/** The small model of the fixtures as in a catalogue: three compressed files with records. */
export const copyModelOffer = (pair: {
  readonly source: string;
  readonly target: string;
}): readonly OfferedFile[] => {
  const vocab = fixture('vocab.copy.spm');
  const lex = copyShortlist(parseVocabulary(vocab).pieceCount);
  const model = fixture('model.copy.intgemm8.alphas.bin');
  return offeredModel({ ...pair, contents: { model, lex, vocab } });
};
