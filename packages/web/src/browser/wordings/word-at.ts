import type { TextRange } from '../translator/text-mirror.js';

/** The words of a text, in order. */
export const wordsIn = (text: string, language: string): readonly TextRange[] =>
  [...new Intl.Segmenter(language || undefined, { granularity: 'word' }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index, segment }) => ({ start: index, end: index + segment.length }));

/** The word at a position, or else the one before it. */
export const wordAt = (text: string, position: number, language: string): TextRange | undefined => {
  const words = wordsIn(text, language);
  return (
    words.find(({ start, end }) => start <= position && position < end) ??
    words.findLast(({ end }) => end <= position)
  );
};
