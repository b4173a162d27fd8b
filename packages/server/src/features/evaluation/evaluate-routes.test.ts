import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTestSet } from './evaluate-routes.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-test-set-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, ...lines: readonly string[]) =>
  writeFile(join(folder, name), `${lines.join('\n')}\n`);

describe('a test set', () => {
  it('leaves broken rows out, and names their lines', async () => {
    await write('en-de.tsv', 'One\tEins', 'Two', '', '\tDrei', 'Four\t ', 'Five\tFünf\tnote');
    expect(await readTestSet(folder, 'en', 'de', 100)).toEqual({
      sources: ['One', 'Five'],
      references: ['Eins', 'Fünf'],
      notes: [
        'en-de.tsv: left out, without a sentence, a tab and its translation: lines 2, 3, 4, 5.',
      ],
    });
  });

  it('has as many sentences as it may, broken rows not counted', async () => {
    await write('de-en.tsv', 'Eins\tOne', 'Zwei', 'Drei\tThree', 'Vier');
    expect(await readTestSet(folder, 'en', 'de', 2)).toEqual({
      sources: ['One', 'Three'],
      references: ['Eins', 'Drei'],
      notes: [expect.stringContaining('line 2.')],
    });
  });

  it('names some of many broken rows', async () => {
    await write('en-de.tsv', ...Array(15).fill('One'));
    expect(await readTestSet(folder, 'en', 'de', 100)).toEqual({
      sources: [],
      references: [],
      notes: [expect.stringContaining('9, 10 and 5 more.')],
    });
  });
});
