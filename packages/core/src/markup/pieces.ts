/**
 * A stretch of a document by what it means for translation; pieces follow one another without
 * gaps.
 *
 * `boundary`: markup between stretches of text, or content that stays as it is; `text`: to be
 * translated; `open`, `close`: tags inside a sentence; `point`: a comment, an empty element or
 * other markup without extent in the sentence; `object`: untranslated content that stands for words.
 */
export interface MarkupPiece {
  kind: 'boundary' | 'text' | 'open' | 'close' | 'point' | 'object';
  readonly start: number;
  end: number;
  readonly name: string;
  /** Lies in a region that is not to be translated. */
  readonly isUntranslated: boolean;
  /** White space of this text is kept as it is. */
  readonly isPreformatted: boolean;
}
