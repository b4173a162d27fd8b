/** A translation of which an engine is asked for other wordings. */
export interface WordingQuestion {
  /** A sentence. */
  readonly text: string;
  /** Its translation, by this engine or another. */
  readonly translation: string;
  /** Where in the translation the word begins that is to be another; undefined for any word. */
  readonly from?: number;
  /** The most wordings. */
  readonly count: number;
}

/** Another translation, and its new word: a half-open range of UTF-16 code units. */
export interface OtherWording {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A translation as a reader compares it: capitals and spacing make no other one. */
export const comparedWording = (text: string): string =>
  text.toLowerCase().replace(/\s+/gu, ' ').trim();
