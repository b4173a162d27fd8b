/** How markup is read; the wire's `tag_handling`. */
export type MarkupSyntax = 'html' | 'xml';

/** What the caller says about tags. Names in HTML are compared without regard to case. */
export interface TagRules {
  /**
   * Whether XML elements that hold text are told apart by themselves into those that end sentences
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
