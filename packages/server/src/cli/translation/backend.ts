import type { TranslateBody, WireTranslation } from '@dragoman/contract';

/** A translate request without its texts. */
export type TranslationSettings = Omit<TranslateBody, 'text'>;

/** What accompanies a call: who may end it, and who watches. */
export interface BackendCall {
  readonly signal: AbortSignal;
  /** Told how many more of the texts are done, in order. */
  readonly onTexts?: (count: number) => void;
}

/** A language as both kinds of service list it. */
export interface ListedLanguage {
  /** Upper-case wire code. */
  readonly code: string;
  readonly name: string;
  /** Only for languages to translate into. */
  readonly supportsFormality?: boolean;
}

export interface ListedLanguages {
  readonly sources: readonly ListedLanguage[];
  readonly targets: readonly ListedLanguage[];
}

/** Where the command line has its translations from: this process, or a server. */
export interface TranslationBackend {
  /**
   * Any number of texts, each translated by itself.
   *
   * @returns one for each, in order
   * @throws the signal's reason once it aborts
   */
  translate(
    texts: readonly string[],
    settings: TranslationSettings,
    call: BackendCall,
  ): Promise<readonly WireTranslation[]>;
  languages(call: BackendCall): Promise<ListedLanguages>;
  close(): Promise<void>;
}
