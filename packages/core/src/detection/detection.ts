import type { LanguageTag } from '@dragoman/contract';

/** What a text is written in. */
export interface Detection {
  /** Base language, such as `en`, `nb` or `zh`; null when there is nothing to go by. */
  readonly language: LanguageTag | null;
  /**
   * How likely the language is right, 0 to 1, given that it is one of the candidates. Fitted on
   * short and long samples of Latin and Cyrillic text; a constant where the script alone decides.
   */
  readonly confidence: number;
  /** For Chinese: which characters are used, where the text shows it. */
  readonly variant?: 'Hans' | 'Hant';
}

/** What a text is written in, for somebody who has a use for certain languages only. */
export interface DetectionResult extends Detection {
  /** Whether the language is one of the wanted ones. Another one is answered on good evidence only. */
  readonly isWanted: boolean;
}

/** Tells the language of texts. */
export interface Detector {
  /**
   * The language of each text, in order. Pass all texts of a request together: a text too short to
   * tell on its own takes the language of the others where that fits. Only candidates are answered.
   * The work per text is bounded, however long it is.
   */
  detect(texts: readonly string[], candidates: ReadonlySet<LanguageTag>): readonly Detection[];
  /**
   * The same among every language known here. Where the evidence is weak, as in short texts and
   * names, the likeliest wanted language is answered.
   */
  detectPreferring(
    texts: readonly string[],
    wanted: ReadonlySet<LanguageTag>,
  ): readonly DetectionResult[];
  /**
   * The same for the texts of a request, however many: the thread is free for others every few
   * milliseconds. A text that occurs several times counts once. Where a text leaves it open, it is
   * not in the target language: few texts are sent to be translated into the language they are in.
   *
   * @throws the signal's reason once it aborts
   */
  detectPreferringYielding(
    texts: readonly string[],
    wanted: ReadonlySet<LanguageTag>,
    options?: { readonly target?: LanguageTag; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly DetectionResult[]>;
}
