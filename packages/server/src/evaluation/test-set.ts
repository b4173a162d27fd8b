import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { baseOf } from '@dragoman/contract';

/** Sentences with their translations by people, in the same order. */
export interface TestSet {
  readonly sources: readonly string[];
  readonly references: readonly string[];
}

/**
 * The test set of a pair from a folder that has `en-de.tsv` or `de-en.tsv` (a sentence, a tab, its
 * translation), or `en.txt` and `de.txt` (the same sentences, line by line). A variant without a file
 * of its own has that of its base language.
 *
 * @param maxSentences how many to take, from the start
 * @returns undefined where the folder has no such files, or they are not parallel
 */
export const readTestSet = async (
  directory: string,
  source: string,
  target: string,
  maxSentences: number,
): Promise<TestSet | undefined> => {
  const read = (name: string): Promise<readonly string[] | undefined> =>
    readFile(join(directory, name), 'utf8').then(linesOf, () => undefined);
  for (const to of new Set([target.toLowerCase(), baseOf(target.toLowerCase())])) {
    const forward = await read(`${source}-${to}.tsv`);
    const rows = forward ?? (await read(`${to}-${source}.tsv`));
    if (rows) {
      const cells = rows.slice(0, maxSentences).map((row) => row.split('\t'));
      const [first, second] = [0, 1].map((column) => cells.map((row) => row[column] ?? ''));
      if (!first || !second) return undefined;
      return forward
        ? { sources: first, references: second }
        : { sources: second, references: first };
    }
    const [sources, references] = await Promise.all([read(`${source}.txt`), read(`${to}.txt`)]);
    if (sources && references && sources.length === references.length)
      return {
        sources: sources.slice(0, maxSentences),
        references: references.slice(0, maxSentences),
      };
  }
  return undefined;
};

const linesOf = (text: string): readonly string[] => text.replace(/\r?\n$/, '').split(/\r?\n/);
