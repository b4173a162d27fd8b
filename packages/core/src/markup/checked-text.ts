/** One tag of an element that is written as two points, or as one where the other is not here. */
export interface ElementHalf {
  readonly kind: 'open' | 'close';
  /** Number of the element's first point. */
  readonly element: number;
}

/** What stands in a unit for a piece of markup, as the engine sees it: `<x1>`, `</x1>`, `<x2/>`, `{x3}`. */
export interface FrameToken {
  readonly kind: 'open' | 'close' | 'point' | 'object';
  /** Number of the node; both tags of a pair share one. */
  readonly node: number;
  /** The markup of the document; empty for the missing half of a pair cut by a sentence end. */
  readonly source: string;
  /** Where its source begins in the document. */
  readonly at: number;
  /** Of a point that is one tag of an element: which one. */
  readonly half?: ElementHalf;
  /** White space of the document right after it that the unit leaves out, one blank being enough. */
  readonly space?: string;
}

/** A part of a unit or its translation: a token for markup, or text between tokens. */
export type FramePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'token'; readonly text: string; readonly token: FrameToken };

/**
 * A translation that has all the markup of its source, nested alike; plain text has none. Who gets
 * one need not check it again.
 */
export interface CheckedText {
  /** In order; no two texts in a row. */
  readonly parts: readonly FramePart[];
}

/** A text without markup. */
export const plainText = (text: string): CheckedText => ({ parts: [{ kind: 'text', text }] });

/** The text with its tokens as they are written in a unit. */
export const writtenText = ({ parts }: CheckedText): string =>
  parts.map(({ text }) => text).join('');

/** The text between the tokens, in order. */
export const textsOf = ({ parts }: CheckedText): readonly string[] =>
  parts.flatMap(({ kind, text }) => (kind === 'text' ? [text] : []));

/** The same markup around other texts. */
export const mapTexts = (
  { parts }: CheckedText,
  change: (text: string) => string,
): CheckedText => ({
  parts: parts.map((part) =>
    part.kind === 'text' ? { kind: 'text', text: change(part.text) } : part,
  ),
});

/** Joins texts that follow each other. */
export const joinTexts = (parts: readonly FramePart[]): readonly FramePart[] => {
  const joined: FramePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && part.text === '') continue;
    if (part.kind === 'text' && last?.kind === 'text') {
      joined[joined.length - 1] = { kind: 'text', text: last.text + part.text };
    } else joined.push(part);
  }
  return joined;
};
