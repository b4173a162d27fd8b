import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TEST_MODELS } from '../testing/copy-model.js';
import { parseModelMetadata } from './metadata.js';
import { checkShortlist, type ReadBytes, readMarianHeader } from './model-inspection.js';
import { parseVocabulary, parseVocabularyYielding } from './vocabulary-file.js';

const folder = join(TEST_MODELS, 'copy-en-es');
const model = await readFile(join(folder, 'model.copy.intgemm8.alphas.bin'));
const vocabularyFile = await readFile(join(folder, 'vocab.copy.spm'));
const metadata = await readFile(join(folder, 'metadata.json'), 'utf8');
const reading =
  (bytes: Buffer): ReadBytes =>
  async (position, count) =>
    bytes.subarray(position, position + count);

describe('readMarianHeader', () => {
  it('tells sizes and how to multiply', async () => {
    expect(await readMarianHeader(reading(model), model.length)).toEqual({
      vocabularySizes: [8000, 8000],
      embeddingWidth: 128,
      hasAlignmentLayer: true,
    });
  });

  it('refuses a file cut off anywhere, with an error and nothing worse', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: model.length - 1 }), async (length) => {
        await expect(readMarianHeader(reading(model.subarray(0, length)), length)).rejects.toThrow(
          /^the model/,
        );
      }),
      { numRuns: 50 },
    );
  });

  it('never fails otherwise than with an error on a damaged header', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4000), fc.nat(255), async (position, value) => {
        const damaged = Buffer.from(model);
        damaged[position] = value;
        const outcome = await readMarianHeader(reading(damaged), damaged.length).catch(
          (error) => error,
        );
        expect(outcome).toBeTypeOf('object');
      }),
      { numRuns: 50 },
    );
  });
});

describe('parseVocabulary', () => {
  const vocabulary = parseVocabulary(vocabularyFile);

  it('counts the pieces', () => {
    expect(vocabulary.pieceCount).toBe(8000);
  });

  it('knows characters of its language and no others', () => {
    for (const known of ['a', 'Z', '7', '.', ' ', '\u00a0', 'ﬁ']) {
      expect(vocabulary.knows(known), known).toBe(true);
    }
    for (const unknown of ['😀', '語', 'Ж']) expect(vocabulary.knows(unknown), unknown).toBe(false);
  });

  it('estimates tokens: fewer than characters, at least one a word', () => {
    const text = 'The licence text is free software.';
    expect(vocabulary.estimateTokens(text)).toBeGreaterThanOrEqual(6);
    expect(vocabulary.estimateTokens(text)).toBeLessThan(12);
  });

  it('stops counting where there are enough', () => {
    const text = 'The licence text is free software. '.repeat(1000);
    expect(vocabulary.estimateTokens(text, 10)).toBeGreaterThan(10);
    expect(vocabulary.estimateTokens(text.slice(0, 200), 10)).toBe(11);
    expect(vocabulary.estimateTokens('free', 10)).toBeLessThanOrEqual(10);
    expect(vocabulary.estimateTokens('free', 4)).toBe(vocabulary.estimateTokens('free'));
  });

  it('reads the same with turns for other work where it is large', async () => {
    const ended: string[] = [];
    // Of two messages of the same kind, one after the other, the lists are joined.
    const large = Buffer.concat(Array<Buffer>(6).fill(vocabularyFile));
    const reading = parseVocabularyYielding(large).finally(() => ended.push('reading'));
    setImmediate(() => ended.push('other work'));
    const read = await reading;
    expect(ended).toEqual(['other work', 'reading']);
    expect(read.pieceCount).toBe(6 * vocabulary.pieceCount);
    expect(read.estimateTokens('The licence text')).toBe(
      vocabulary.estimateTokens('The licence text'),
    );
  });

  it('refuses what is no vocabulary', () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.alloc(50, 255),
      vocabularyFile.subarray(0, 1000),
    ]) {
      expect(() => parseVocabulary(bytes)).toThrow(/^the vocabulary/);
    }
  });
});

describe('checkShortlist', () => {
  const header = (magic: bigint, offsets: bigint, identifiers: bigint): Buffer => {
    const bytes = Buffer.alloc(48);
    for (const [index, value] of [magic, 0n, 100n, 50n, offsets, identifiers].entries()) {
      bytes.writeBigUInt64LE(value, index * 8);
    }
    return bytes;
  };
  const MAGIC = 0xf11a48d5013417f5n;
  const sizeOf = (offsets: number, identifiers: number): number =>
    48 + offsets * 8 + identifiers * 4;

  it('takes one that fits the vocabulary', async () => {
    await expect(
      checkShortlist(reading(header(MAGIC, 11n, 20n)), sizeOf(11, 20), 10),
    ).resolves.toBeUndefined();
  });

  it('refuses another format, another vocabulary, and a cut file', async () => {
    const check = (bytes: Buffer, size: number) => checkShortlist(reading(bytes), size, 10);
    await expect(check(header(1n, 11n, 20n), sizeOf(11, 20))).rejects.toThrow('format');
    await expect(check(header(MAGIC, 12n, 20n), sizeOf(12, 20))).rejects.toThrow('vocabulary');
    await expect(check(header(MAGIC, 11n, 20n), sizeOf(11, 19))).rejects.toThrow('cut off');
    await expect(check(Buffer.alloc(3), 3)).rejects.toThrow('format');
  });
});

describe('parseModelMetadata', () => {
  const change = (alter: (value: Record<string, unknown>) => object): string =>
    JSON.stringify(alter(JSON.parse(metadata)));

  it('reads what it should', () => {
    expect(parseModelMetadata(metadata).pairs).toEqual([{ source: 'en', target: 'es' }]);
  });

  it('reads how a pair is asked for a form of address, which needs both forms', () => {
    const asking = (formality: object): string =>
      change((value) => ({ ...value, pairs: [{ source: 'en', target: 'es', formality }] }));
    const marks = { formal: '>>formal<<', informal: '>>informal<<' };
    expect(parseModelMetadata(asking(marks)).pairs[0]?.formality).toEqual(marks);
    expect(() => parseModelMetadata(asking({ formal: '>>formal<<' }))).toThrow(
      'pairs.0.formality.informal',
    );
  });

  it.each<[string, string, string]>([
    ['no JSON', '{', 'is not JSON'],
    ['another format', change((value) => ({ ...value, formatVersion: 2 })), 'formatVersion'],
    ['an unknown field', change((value) => ({ ...value, extra: 1 })), 'extra'],
    ['an id with a slash', change((value) => ({ ...value, id: '../x' })), 'id'],
    [
      'a file elsewhere',
      metadata.replace('vocab.copy.spm', '../../etc/passwd'),
      'files.vocabulary.name',
    ],
    [
      'no vocabulary',
      change((value) => ({ ...value, files: { model: (value.files as { model: object }).model } })),
      'vocabulary',
    ],
  ])('refuses %s', (_name, text, reason) => {
    expect(() => parseModelMetadata(text)).toThrow(reason);
  });
});
