/**
 * A stretch of a marked text. Tokens follow one another without gaps, so that their stretches put
 * together are the marked text.
 *
 * `raw` is text nobody reads as such: the inside of scripts and styles, and whatever follows a tag
 * or comment that never ends. `other` is a comment, declaration, processing instruction or CDATA.
 */
export interface Token {
  readonly kind: 'text' | 'open' | 'close' | 'empty' | 'raw' | 'other';
  /** Where it lies in the marked text, in UTF-16 code units, half-open. */
  readonly start: number;
  readonly end: number;
  /** The element's name, in small letters for HTML; empty for what is no tag. */
  readonly name: string;
}

/** How markup is read; the wire's `tag_handling`. */
export type MarkupSyntax = 'html' | 'xml';

/** What the caller says about tags. Names in HTML are compared without regard to case. */
interface TagRules {
  /**
   * Whether XML elements that hold text are distinguished by themselves into those that end sentences
   * and those inside them; when false, only `splitting` ones end sentences.
   */
  readonly outlineDetection: boolean;
  /** Always end the sentence. */
  readonly splitting: ReadonlySet<string>;
  /** Never end the sentence. */
  readonly nonSplitting: ReadonlySet<string>;
  /** Their content stays as it is. */
  readonly ignored: ReadonlySet<string>;
}

/** What to do with the markup of a text. */
export interface MarkupOptions extends TagRules {
  readonly syntax: MarkupSyntax;
}
