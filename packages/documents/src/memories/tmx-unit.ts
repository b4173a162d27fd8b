/** A tag or placeholder of the file that a segment came from: a range of UTF-16 code units. */
export interface TmxCode {
  readonly start: number;
  readonly end: number;
  /** Element of TMX with its number, such as `bpt:1`; the same in every language of a unit. */
  readonly name: string;
}

/** A text with the codes in it. */
export interface TmxText {
  readonly text: string;
  /** In order, not overlapping; never empty. */
  readonly codes: readonly TmxCode[];
}

/** A text in one language. */
export interface TmxVariant extends TmxText {
  /** As the file names it, such as `en-US`. */
  readonly language: string;
}

/** A text in several languages. */
export interface TmxUnit {
  /** Language of the source as the file names it; undefined where any may be the source. */
  readonly sourceLanguage: string | undefined;
  /** In the order of the file; those that are too long are left out. */
  readonly variants: readonly TmxVariant[];
}

/** Elements of TMX that stand for codes (TMX 1.4b, section 3.5), and the attribute with the number. */
export const CODE_NUMBERS: Readonly<Record<string, 'i' | 'x'>> = {
  bpt: 'i',
  ept: 'i',
  ph: 'x',
  it: 'x',
  ut: 'x',
};
