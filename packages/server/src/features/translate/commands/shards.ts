import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { InvalidArgumentError } from 'commander';

/** One of several parts of a file, the first of which has the number 1. */
export interface Shard {
  readonly number: number;
  readonly count: number;
}

const MAX_SHARDS = 100_000;
const LINE_FEED = 0x0a;
const READ_BYTES = 64 * 1024;

/** Reads an option such as `3/64`. @throws InvalidArgumentError */
export const parseShard = (text: string): Shard => {
  const [, number = 0, count = 0] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (number >= 1 && number <= count && count <= MAX_SHARDS) return { number, count };
  throw new InvalidArgumentError(`It is a part such as 3/64, of at most ${MAX_SHARDS}.`);
};

/** `corpus.txt.03-of-64`: sorted by name, the parts are in order. */
export const shardName = (name: string, { number, count }: Shard): string =>
  `${name}.${String(number).padStart(String(count).length, '0')}-of-${count}`;

/**
 * The lines that begin in a shard's share of the file's bytes. Whatever the file, every line is in
 * exactly one shard, and the shards in order are the file. Only as much is read as the shard has.
 *
 * @throws Error of the file system
 */
export const readShard = async (path: string, { number, count }: Shard): Promise<Readable> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const shareStart = Math.floor((size / count) * (number - 1));
    const shareEnd = number === count ? size : Math.floor((size / count) * number);
    const start = await firstLineFrom(file, shareStart, size);
    const end = await firstLineFrom(file, shareEnd, size);
    return start < end ? createReadStream(path, { start, end: end - 1 }) : Readable.from([]);
  } finally {
    await file.close();
  }
};

/** Where the first line begins that does not begin before the offset; the size if there is none. */
const firstLineFrom = async (file: FileHandle, offset: number, size: number): Promise<number> => {
  if (offset === 0) return 0;
  const buffer = Buffer.alloc(READ_BYTES);
  for (let position = offset - 1; position < size; ) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES, position);
    if (bytesRead === 0) break;
    const at = buffer.subarray(0, bytesRead).indexOf(LINE_FEED);
    if (at >= 0) return position + at + 1;
    position += bytesRead;
  }
  return size;
};
