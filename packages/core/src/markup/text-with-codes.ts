/**
 * Formatting in a text whose caller has read its format already, as data: a paragraph of a Word
 * file has it, for example.
 *
 * `open`, `close`: the two ends of formatting around words, which have one `id` and never cross
 * others; `point`: something without words, such as a picture; `break`: ends the sentence, as a
 * line break does; `kept`: covers words that stay as they are.
 */
export interface InlineCode {
  readonly kind: 'open' | 'close' | 'point' | 'break' | 'kept';
  readonly id: number;
  /** Where it is in the text, in UTF-16 code units. */
  readonly at: number;
  /** How many UTF-16 code units of the text it covers: 0, except for `kept`. */
  readonly length: number;
}

/** A text with its codes, in order. Several may be at one place. */
export interface TextWithCodes {
  readonly text: string;
  readonly codes: readonly InlineCode[];
}
