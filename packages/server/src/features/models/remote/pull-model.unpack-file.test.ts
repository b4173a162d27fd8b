import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someBytes } from '../testing/offered-model.js';
import { packed, sha256 } from '../testing/packed.js';
import { unpackFile } from './pull-model.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-unpack-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const unpack = async (frame: Buffer, bytes: number, hash: string): Promise<Buffer> => {
  const [from, to] = [join(folder, 'a.zst'), join(folder, 'a')];
  writeFileSync(from, frame);
  await unpackFile(from, to, { bytes, sha256: hash }, new AbortController().signal);
  return readFileSync(to);
};

/** The sentence of the test 200 times, by the reference implementation at level 19, with a checksum. */
const COMPRESSED = Buffer.from(
  'KLUv/QRotQEA1AJUaGUgcXVpY2sgYnJvd24gZm94IGp1bXBzIG92ZXIgdGhlIGxhenkgZG9nLiABAMUXkFdl6gM72w==',
  'base64',
);

describe('unpacking', () => {
  it('gives back any content, in blocks of any number', async () => {
    const size = fc.constantFrom(1, 511, 16_384, 131_071, 131_072, 131_073, 400_000);
    await fc.assert(
      fc.asyncProperty(size, fc.string(), async (bytes, seed) => {
        const content = someBytes(seed, bytes);
        const unpacked = await unpack(packed(content), bytes, sha256(content));
        expect(unpacked.equals(content)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('reads what the reference implementation compresses', async () => {
    const content = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(200));
    expect((await unpack(COMPRESSED, content.length, sha256(content))).equals(content)).toBe(true);
  });

  it('stops a frame that swells beyond its promise', async () => {
    // 4 bytes a block, 128 KiB each: 16 KiB would become 512 MiB.
    const head = Buffer.from('28b52ffd0058', 'hex');
    const block = Buffer.from([0x02, 0x00, 0x10, 0x61]);
    const bomb = Buffer.concat([head, ...Array.from({ length: 100_000 }, () => block)]);
    await expect(unpack(bomb, 1000, '0'.repeat(64))).rejects.toThrow(/more than 1000 bytes/);
    expect(readFileSync(join(folder, 'a')).length).toBeLessThanOrEqual(1000);
  });
});
