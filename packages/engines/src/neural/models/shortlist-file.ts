import type { ReadBytes } from './marian-file.js';

// Format: marian-dev, src/data/shortlist.cpp. All numbers are little endian.
const MAGIC = 0xf11a48d5013417f5n;
const HEADER_BYTES = 48;

/**
 * Checks the header of a binary lexical shortlist against the vocabulary and the file's size.
 *
 * @throws Error with a sentence when the file is no shortlist for that vocabulary.
 */
export const checkShortlist = async (
  read: ReadBytes,
  fileBytes: number,
  sourceVocabularySize: number,
): Promise<void> => {
  const header = await read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || header.readBigUInt64LE(0) !== MAGIC) {
    throw new Error('the shortlist is not in Marian\u2019s format');
  }
  const offsets = header.readBigUInt64LE(32);
  const identifiers = header.readBigUInt64LE(40);
  const neededBytes = BigInt(HEADER_BYTES) + offsets * 8n + identifiers * 4n;
  if (neededBytes > BigInt(fileBytes)) throw new Error('the shortlist is cut off');
  if (offsets !== BigInt(sourceVocabularySize + 1)) {
    throw new Error('the shortlist belongs to another vocabulary');
  }
};
