import type { TranslateBody, WireTranslation } from '@dragoman/contract';

/** A translate request without its texts. */
export type TranslationSettings = Omit<TranslateBody, 'text'>;

/** A language as both kinds of service list it. */
export interface ListedLanguage {
  /** Upper-case wire code. */
  readonly code: string;
  readonly name: string;
  /** Only for languages to translate into. */
  readonly supportsFormality?: boolean;
  /** Whether only starter models, or only rules, serve it; unknown of a server. */
  readonly isStarter?: boolean;
  readonly isRuleBased?: boolean;
}

/** A file of a document format, as it is and how it is to be translated. */
export interface DocumentRequest {
  readonly content: Uint8Array;
  readonly fileName: string;
  readonly settings: Pick<TranslationSettings, 'target_lang' | 'source_lang' | 'formality'>;
  /** Extension of the format to write; by default the document's own. */
  readonly outputFormat: string | undefined;
}

export interface DocumentResult {
  readonly content: Uint8Array;
  readonly billedCharacters?: number;
}

export interface DocumentCall {
  readonly signal: AbortSignal;
  /** Told how much of everything is done. The unit is the backend's own. */
  readonly onProgress: (done: number, all: number) => void;
}

export interface ListedLanguages {
  readonly sources: readonly ListedLanguage[];
  readonly targets: readonly ListedLanguage[];
}

/**
 * What translates for the command line: this process or a server. All methods throw
 * the signal's reason once it aborts.
 */
export interface TranslationBackend {
  /**
   * @param texts a batch from `batchTexts`; each text is translated separately
   * @returns one for each, in order
   */
  translate(
    texts: readonly string[],
    settings: TranslationSettings,
    signal: AbortSignal,
  ): Promise<readonly WireTranslation[]>;
  /** @throws AppError or DragomanError with the reason when the file cannot be translated */
  translateDocument(document: DocumentRequest, call: DocumentCall): Promise<DocumentResult>;
  languages(signal: AbortSignal): Promise<ListedLanguages>;
  close(): Promise<void>;
}
