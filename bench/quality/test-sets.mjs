import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ sources: readonly string[], references: readonly string[] }} TestPairs
 * @typedef {(source: string, target: string) => TestPairs | undefined} OpenPairs undefined where
 *   the set lacks the pair
 * @typedef {{ name: string, pairsOf: OpenPairs }} TestSet
 */

const EVERYDAY_DIRECTORY = fileURLToPath(new URL('everyday-dev', import.meta.url));

/** The test set that lies beside this file: everyday sentences, English with ten languages. */
export const openEverydaySet = (sentenceCount) => ({
  name: 'everyday-dev',
  pairsOf: openPairFiles(EVERYDAY_DIRECTORY, sentenceCount),
});

/**
 * A folder of `XX.txt`, one sentence a line and the same sentences in all of them. A variant
 * without a file of its own has that of its base language.
 *
 * @param {string} directory
 * @param {number} sentenceCount how many lines to take, from the start
 * @returns {OpenPairs}
 */
export const openParallelFiles = (directory, sentenceCount) => {
  const known = new Map();
  const linesOf = (tag) => {
    const name = tag.toLowerCase();
    if (!known.has(name))
      known.set(
        name,
        readLines(directory, `${name}.txt`) ?? readLines(directory, `${baseOf(name)}.txt`),
      );
    return known.get(name)?.slice(0, sentenceCount);
  };
  return (source, target) => {
    const [sources, references] = [linesOf(source), linesOf(target)];
    return sources && references && { sources, references };
  };
};

/**
 * A folder of `en-XX.tsv`, in either direction. A variant without a file of its own has that of
 * its base language, a base language those of all its variants.
 *
 * @param {string} directory
 * @param {number} sentenceCount how many pairs to take, from the start
 * @returns {OpenPairs}
 */
export const openPairFiles = (directory, sentenceCount) => (source, target) => {
  const isFromEnglish = baseOf(source) === 'en';
  if (isFromEnglish === (baseOf(target) === 'en')) return undefined;
  const rows = filesOf(directory, isFromEnglish ? target : source)
    .flatMap((name) => readLines(directory, name) ?? [])
    .slice(0, sentenceCount)
    .map((line) => line.split('\t'));
  if (rows.length === 0) return undefined;
  const [english, others] = [rows.map(([text]) => text), rows.map(([, text]) => text)];
  return isFromEnglish
    ? { sources: english, references: others }
    : { sources: others, references: english };
};

const baseOf = (tag) => tag.split('-')[0];

const filesOf = (directory, tag) => {
  const names = readdirSync(directory).filter((name) => name.endsWith('.tsv'));
  const wanted = [`en-${tag}.tsv`, `en-${baseOf(tag)}.tsv`].find((name) => names.includes(name));
  if (wanted !== undefined) return [wanted];
  return names.filter((name) => name.startsWith(`en-${baseOf(tag)}-`)).sort();
};

const readLines = (directory, name) => {
  try {
    const text = readFileSync(join(directory, name), 'utf8');
    return text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => line.trim());
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};
