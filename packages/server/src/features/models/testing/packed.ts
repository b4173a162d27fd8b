import { createHash } from 'node:crypto';

const MAX_BLOCK_BYTES = 128 * 1024;

const block = (content: Buffer, isLast: boolean): Buffer => {
  const head = Buffer.alloc(3);
  // Kind 0: the content as it is.
  head.writeUIntLE((isLast ? 1 : 0) | (content.length << 3), 0, 3);
  return Buffer.concat([head, content]);
};

/** A valid zstd frame (RFC 8878) that stores its content without making it smaller. */
export const packed = (content: Buffer): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUInt32LE(0xfd2fb528, 0);
  // A single segment, with the size of the content in four bytes.
  head.writeUInt8(0xa0, 4);
  head.writeUInt32LE(content.length, 5);
  const blocks: Buffer[] = [];
  for (let start = 0; start < content.length || start === 0; start += MAX_BLOCK_BYTES) {
    const end = start + MAX_BLOCK_BYTES;
    blocks.push(block(content.subarray(start, end), end >= content.length));
  }
  return Buffer.concat([head, ...blocks]);
};

export const sha256 = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex');
