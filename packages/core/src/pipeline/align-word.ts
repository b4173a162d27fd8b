import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import type { TextRange } from '../segmentation/index.js';

const OPEN = '<w>';
const CLOSE = '</w>';

/** A sentence with tags around one of its words. */
export const inTags = (sentence: string, { start, end }: TextRange): TranslationUnit => {
  const opened = sentence.slice(0, start) + OPEN;
  const closed = opened + sentence.slice(start, end) + CLOSE;
  return {
    text: closed + sentence.slice(end),
    protectedSpans: [
      { start, end: opened.length, kind: 'open', pair: 0 },
      { start: closed.length - CLOSE.length, end: closed.length, kind: 'close', pair: 0 },
    ],
  };
};

/** A word of a translation. */
export interface ClickedWord {
  readonly translation: string;
  readonly word: TextRange;
}

/** Whether the tagged word of a sentence became this word: it is between the tags, there as here. */
export const becameWord = (
  { text, spans }: TranslatedUnit,
  { translation, word }: ClickedWord,
): boolean => {
  const open = spans.find(({ span }) => span === 0);
  const close = spans.find(({ span }) => span === 1);
  if (!open || !close || open.end >= close.start) return false;
  const clicked = translation.slice(word.start, word.end).toLowerCase();
  const inside = text.slice(open.end, close.start).toLowerCase();
  const before = text.slice(0, open.start).toLowerCase();
  return (
    countOf(clicked, inside) > 0 &&
    countOf(clicked, before) === countOf(clicked, translation.slice(0, word.start).toLowerCase())
  );
};

const countOf = (part: string, text: string): number => text.split(part).length - 1;
