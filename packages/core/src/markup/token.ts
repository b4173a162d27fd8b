/**
 * A stretch of a document. Tokens follow one another without gaps, so that their stretches put
 * together are the document.
 *
 * `raw` is text nobody reads as such: the inside of scripts and styles, and whatever follows a tag
 * or comment that never ends. `other` is a comment, declaration, processing instruction or CDATA.
 */
export interface Token {
  readonly kind: 'text' | 'open' | 'close' | 'empty' | 'raw' | 'other';
  /** Where it lies in the document, in UTF-16 code units, half-open. */
  readonly start: number;
  readonly end: number;
  /** The element's name, in small letters for HTML; empty for what is no tag. */
  readonly name: string;
}
