import { hasLeakedSymbols, WORD } from '@dragoman/core';
import { MAX_MARKS, splitAtMarks, writeMarks } from './marks.js';

/** A template in which every word has its own mark. */
export interface MarkedWords {
  readonly template: string;
  readonly words: readonly string[];
}

const WORDS = new RegExp(WORD, 'gu');

/** Marks the words of a template, so that what became of each can be found in the output. */
export const markWords = (template: string): MarkedWords => {
  const words: string[] = [];
  const marked = template.replace(WORDS, (word) =>
    words.length < MAX_MARKS ? writeMarks([words.push(word) - 1], word) : word,
  );
  return { template: marked, words };
};

/**
 * The output without marks. A word of which nothing but a symbol of the engine's analysis came back,
 * such as `<prn>`, stays as the source has it, like any word that an engine does not know.
 */
export const withoutSymbols = (marked: string, words: readonly string[]): string =>
  splitAtMarks(marked)
    .map(({ text, numbers }) => {
      const source = numbers.map((number) => words[number] ?? '').join(' ');
      return numbers.length > 0 && hasLeakedSymbols(source, text) ? source : text;
    })
    .join('');
