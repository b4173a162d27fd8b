import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTestSet } from '../../bench/quality/test-set.mjs';

/**
 * @typedef {{ sources: readonly string[], references: readonly string[] }} TestPairs
 * @typedef {(source: string, target: string) => TestPairs | undefined} OpenPairs undefined where
 *   the set lacks one of the languages
 */

/**
 * Pairs out of a folder of parallel files.
 *
 * @param {string} directory
 * @param {number} sentenceCount
 * @returns {OpenPairs}
 */
export const openTestSetPairs = (directory, sentenceCount) => {
  const linesOf = openTestSet(directory, sentenceCount);
  return (source, target) => {
    const [sources, references] = [linesOf(source), linesOf(target)];
    return sources && references && { sources, references };
  };
};

/**
 * Pairs out of `en-XX.tsv` files, in either direction.
 *
 * @param {string} directory
 * @param {number} sentenceCount
 * @returns {OpenPairs}
 */
export const openHeldOutPairs = (directory, sentenceCount) => (source, target) => {
  const isFromEnglish = source === 'en';
  const rows = readRows(join(directory, `en-${isFromEnglish ? target : source}.tsv`));
  if (rows === undefined) return undefined;
  const chosen = rows.slice(0, sentenceCount);
  const [english, others] = [chosen.map(([text]) => text), chosen.map(([, text]) => text)];
  return isFromEnglish
    ? { sources: english, references: others }
    : { sources: others, references: english };
};

const readRows = (path) => {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    const rows = lines.filter((line) => line !== '').map((line) => line.split('\t'));
    return rows.length > 0 ? rows : undefined;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
};
