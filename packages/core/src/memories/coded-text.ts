import { findMarkdownSpans, findProtectedSpans, mergeSpans } from '../protection/index.js';

/** Stands for a tag or placeholder where texts are compared; texts that have it match nothing. */
export const CODE_MARK = '\uFFFC';

/** A tag or placeholder in a text: a range of UTF-16 code units. */
export interface TextCode {
  readonly start: number;
  readonly end: number;
  /** Codes with the same name in a source and its translation are the same code. */
  readonly name: string;
}

/** A text with the tags and placeholders in it, in order and not overlapping. */
export interface CodedText {
  readonly text: string;
  readonly codes: readonly TextCode[];
}

const PLACEHOLDER = '=';

/** Whether a code was found in the text, and not given with it. */
export const isPlaceholder = ({ name }: TextCode): boolean => name.startsWith(PLACEHOLDER);

/** A text with the placeholders in it, in addition to the codes that are known. */
export const withPlaceholders = ({ text, codes }: CodedText): CodedText => {
  const found = mergeSpans(findMarkdownSpans(text), findProtectedSpans(text))
    .filter(({ start, end }) => !codes.some((code) => start < code.end && code.start < end))
    .map(({ start, end }) => ({ start, end, name: PLACEHOLDER + text.slice(start, end) }));
  if (found.length === 0) return { text, codes };
  return { text, codes: [...codes, ...found].toSorted((one, other) => one.start - other.start) };
};

/** A text cut at its codes: one piece more than there are codes. */
export const betweenCodes = ({
  text,
  codes,
}: {
  readonly text: string;
  readonly codes: readonly Pick<TextCode, 'start' | 'end'>[];
}): readonly string[] => {
  const starts = [0, ...codes.map(({ end }) => end)];
  return starts.map((start, index) => text.slice(start, codes[index]?.start ?? text.length));
};

/**
 * A text as it is compared: every code is one character, white space is one space, and none is at
 * the ends. Undefined for a text that has the character for codes in it.
 */
export const comparedForm = (pieces: readonly string[]): string | undefined => {
  if (pieces.some((piece) => piece.includes(CODE_MARK))) return undefined;
  return pieces.join(CODE_MARK).normalize('NFC').replace(/\s+/g, ' ').trim();
};
