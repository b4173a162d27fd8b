import type { ShownSentence } from '../translator/target-pane.js';

/** The sentence with another word, and nothing else changed: a capital at the start stays one. */
export const replaceWord = ({ targetText, word }: ShownSentence, other: string): string => {
  const old = targetText.slice(word.start, word.end);
  const isCapital = /^\p{Lu}/u.test(old) && old !== old.toUpperCase();
  const written = isCapital ? other.replace(/^./u, (letter) => letter.toUpperCase()) : other;
  return targetText.slice(0, word.start) + written + targetText.slice(word.end);
};

/** Whether a translation has a word, in whatever letters. */
export const hasWord = (translation: string, word: string): boolean =>
  translation.toLowerCase().includes(word.toLowerCase());
