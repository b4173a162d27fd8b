import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parseShard, readShard, shardName } from './translate-options.js';

const folder = await mkdtemp(join(tmpdir(), 'dragoman-shards-'));
afterAll(() => rm(folder, { recursive: true }));

const shardsOf = async (content: string, count: number): Promise<readonly string[]> => {
  const path = join(folder, 'corpus.txt');
  await writeFile(path, content);
  return Promise.all(
    Array.from({ length: count }, async (_, index) =>
      readAll(await readShard(path, { number: index + 1, count })),
    ),
  );
};

describe('the shards of a file', () => {
  it('have every line once and whole, in order', async () => {
    const content = fc
      .array(fc.constantFrom('word', 'ß', '字', '😀', ' ', '\n', '\r\n', '\n\n'), { maxLength: 60 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 1, max: 12 }), async (source, count) => {
        const shards = await shardsOf(source, count);
        expect(shards.join('')).toBe(source);
        const filled = shards.filter((shard) => shard !== '');
        for (const shard of filled.slice(0, -1)) expect(shard.endsWith('\n')).toBe(true);
      }),
    );
  });

  it('have about the same size', async () => {
    const shards = await shardsOf('A line of some length.\n'.repeat(10_000), 4);
    for (const shard of shards) expect(Math.abs(shard.length - 57_500)).toBeLessThan(30);
  });

  it('are empty where a line is longer than a share', async () => {
    const long = `${'a'.repeat(200_000)}\n`;
    expect(await shardsOf(`${long}b\n`, 3)).toEqual([long, '', 'b\n']);
  });

  it('are named so that they sort in order', () => {
    expect(shardName('corpus.txt', { number: 3, count: 64 })).toBe('corpus.txt.03-of-64');
    expect(shardName('corpus.txt', { number: 64, count: 64 })).toBe('corpus.txt.64-of-64');
  });

  it.each(['0/4', '5/4', '1/0', '1', '-1/4', 'a/b', '1/1000000', '1.5/4'])('are not %s', (text) => {
    expect(() => parseShard(text)).toThrow('It must be a part such as 3/64');
  });

  it('are given as number and count', () => {
    expect(parseShard('3/64')).toEqual({ number: 3, count: 64 });
  });
});
