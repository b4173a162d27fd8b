import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads a folder of `XX.txt`, one sentence per line and the same sentences in all of them.
 *
 * @param {string} directory
 * @param {number} sentenceCount how many lines to take, from the start
 * @returns {(tag: string) => readonly string[] | undefined} the lines of a language; a variant
 *   without a file of its own has those of its base language
 */
export const openTestSet = (directory, sentenceCount) => {
  const read = (name) => {
    try {
      const lines = readFileSync(join(directory, `${name}.txt`), 'utf8').split('\n');
      return lines.slice(0, sentenceCount).map((line) => line.trim());
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const known = new Map();
  return (tag) => {
    const name = tag.toLowerCase();
    if (!known.has(name)) known.set(name, read(name) ?? read(name.split('-')[0]));
    return known.get(name);
  };
};
