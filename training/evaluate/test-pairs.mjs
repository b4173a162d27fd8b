import { readdirSync, readFileSync } from 'node:fs';
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
 * Pairs out of `en-XX.tsv` files, in either direction. A language without a file of its own has
 * those of its varieties.
 *
 * @param {string} directory
 * @param {number} sentenceCount
 * @returns {OpenPairs}
 */
export const openHeldOutPairs = (directory, sentenceCount) => (source, target) => {
  const isFromEnglish = source === 'en';
  const tag = isFromEnglish ? target : source;
  const rows = filesOf(directory, tag).flatMap(readRows);
  if (rows.length === 0) return undefined;
  const chosen = rows.slice(0, sentenceCount);
  const [english, others] = [chosen.map(([text]) => text), chosen.map(([, text]) => text)];
  return isFromEnglish
    ? { sources: english, references: others }
    : { sources: others, references: english };
};

const filesOf = (directory, tag) => {
  const names = readdirSync(directory).filter((name) => name.endsWith('.tsv'));
  const own = names.filter((name) => name === `en-${tag}.tsv`);
  const varieties = names.filter((name) => name.startsWith(`en-${tag}-`)).sort();
  return (own.length > 0 ? own : varieties).map((name) => join(directory, name));
};

const readRows = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
