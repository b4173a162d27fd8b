import { UNSPACED_SIGN } from '@dragoman/core/scripts';

/** A piece short enough for the engine, and what stood between it and the next one. */
interface TextChunk {
  readonly text: string;
  readonly gapAfter: string;
  /** Whether a word was cut in two to get here. */
  readonly isForced: boolean;
}

/** A text in two, and what stood in between. */
interface Halves {
  readonly left: string;
  readonly gap: string;
  readonly right: string;
  /** Whether a word was cut in two. */
  readonly isForced: boolean;
}

const SENTENCE_END = /[.!?…]["'”’)\]]*(?=\s)|[。！？]["'”’」』）]*/gu;
const CLAUSE_END = /[,;:–—)\]](?=\s)|[，；：、）]/gu;
const BLANK = /\s+/gu;

/** Whether a text ends with a character of a script without spaces. */
export const endsUnspaced = (text: string): boolean => UNSPACED_SIGN.test(lastCharacter(text));

/** Whether a text starts with a character of a script without spaces. */
export const startsUnspaced = (text: string): boolean =>
  UNSPACED_SIGN.test(String.fromCodePoint(text.codePointAt(0) ?? 0x20));

/** The last code point of a text; empty for an empty text. */
const lastCharacter = (text: string): string => {
  const last = text.at(-1) ?? '';
  const isLowSurrogate = last >= '\udc00' && last <= '\udfff';
  return isLowSurrogate && text.length > 1 ? text.slice(-2) : last;
};

/**
 * Cuts a text of at least two code units in two: after a sentence, else after a clause, else at a
 * blank, as near to the middle as can be, and in the middle of a word only when there is nothing
 * else.
 */
export const halve = (text: string): Halves => {
  const cut = bestCut(text);
  const at = cut ?? graphemeStart(text, Math.floor(text.length / 2));
  const left = text.slice(0, at).trimEnd();
  const right = text.slice(at).trimStart();
  const gap = text.slice(left.length, text.length - right.length);
  return { left, gap, right, isForced: cut === undefined && !endsUnspaced(text) };
};

/** Halves a text until every piece has few enough tokens. An engine itself would cut anywhere. */
export const cutLong = (
  text: string,
  countTokens: (text: string) => number,
  maxTokens: number,
): readonly TextChunk[] => {
  if (text.length < 2 || countTokens(text) <= maxTokens) {
    return [{ text, gapAfter: '', isForced: false }];
  }
  const { left, gap, right, isForced } = halve(text);
  const before = cutLong(left, countTokens, maxTokens);
  const after = cutLong(right, countTokens, maxTokens);
  const last = before.at(-1) ?? { text: left };
  return [...before.slice(0, -1), { text: last.text, gapAfter: gap, isForced }, ...after];
};

/** Joins the translations of chunks with the space their scripts want. */
export const joinChunks = (
  chunks: readonly TextChunk[],
  translations: readonly string[],
): string => {
  let result = '';
  for (const [index, chunk] of chunks.entries()) {
    const next = translations[index + 1] ?? '';
    result += translations[index] ?? '';
    result += gapBetween(result, next, chunk);
  }
  return result;
};

const gapBetween = (
  left: string,
  right: string,
  { text, gapAfter, isForced }: TextChunk,
): string => {
  if (right === '' || isForced) return gapAfter;
  const wasUnspaced = endsUnspaced(text);
  const isUnspaced = endsUnspaced(left) && startsUnspaced(right);
  const needsBlank = !endsUnspaced(left) && !startsUnspaced(right) && /^[\p{L}\p{N}]/u.test(right);
  if (gapAfter === '' && wasUnspaced && needsBlank) return ' ';
  if (gapAfter === ' ' && !wasUnspaced && isUnspaced) return '';
  return gapAfter;
};

const bestCut = (text: string): number | undefined => {
  const middle = text.length / 2;
  let best: number | undefined;
  let bestScore = Number.POSITIVE_INFINITY;
  // What a worse kind of place must be nearer to the middle, as a share of the text.
  const kinds = [
    { pattern: SENTENCE_END, handicap: 0 },
    { pattern: CLAUSE_END, handicap: 0.15 },
    { pattern: BLANK, handicap: 0.3 },
  ];
  for (const { pattern, handicap } of kinds) {
    for (const match of text.matchAll(pattern)) {
      const at = match.index + match[0].length;
      if (text.slice(0, at).trim() === '' || text.slice(at).trim() === '') continue;
      const score = Math.abs(at - middle) / text.length + handicap;
      if (score < bestScore) [best, bestScore] = [at, score];
    }
  }
  return best;
};

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The start of the character at a position, unless that is the start of the text. */
const graphemeStart = (text: string, position: number): number => {
  const segments = graphemes.segment(text);
  const start = segments.containing(position)?.index ?? position;
  const first = segments.containing(0)?.segment.length ?? 1;
  return start > 0 ? start : Math.min(first, text.length - 1);
};
