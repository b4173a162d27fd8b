import { ArgumentError } from '../connection/errors.js';

export type ModelType = 'latency_optimized' | 'quality_optimized' | 'prefer_quality_optimized';
export type Formality = 'default' | 'more' | 'less' | 'prefer_more' | 'prefer_less';
export type SplitSentences = '0' | '1' | 'nonewlines';
export type TagHandling = 'xml' | 'html';
export type TagHandlingVersion = 'v1' | 'v2';

/** How texts are to be translated; what is left out is up to the service. */
export interface TranslationParameters {
  /** Text around the texts that helps to understand them; not translated, not billed. */
  readonly context?: string;
  /** Speed or quality. The result says which was used. */
  readonly modelType?: ModelType;
  readonly formality?: Formality;
  /** `1` at punctuation and line breaks, `nonewlines` at punctuation only, `0` not at all. */
  readonly splitSentences?: SplitSentences;
  /** Keep the source's punctuation at the end and case at the beginning of each sentence. */
  readonly preserveFormatting?: boolean;
  /** Have each result say how many characters it is billed as. */
  readonly showBilledCharacters?: boolean;
  /** Tags in the texts are markup. */
  readonly tagHandling?: TagHandling;
  readonly tagHandlingVersion?: TagHandlingVersion;
  /** XML: `false` lets only `splittingTags` end sentences. */
  readonly outlineDetection?: boolean;
  /** Tags that always end the sentence. */
  readonly splittingTags?: readonly string[];
  /** Tags that never end the sentence. */
  readonly nonSplittingTags?: readonly string[];
  /** Tags whose content stays as it is. */
  readonly ignoreTags?: readonly string[];
  /** Needs a source language. */
  readonly glossaryId?: string;
  /** Several glossaries, the first match counts. Instead of `glossaryId`. */
  readonly glossaryIds?: readonly string[];
  readonly styleId?: string;
  /** At most 10, of at most 300 characters each. */
  readonly customInstructions?: readonly string[];
  readonly translationMemoryId?: string;
  /** From 0 to 100: how alike a remembered text must be. */
  readonly translationMemoryThreshold?: number;
}

/** How long a call may take. */
export interface CallOptions {
  /** Ends the call early; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Instead of the translator's own `timeoutMs`. */
  readonly timeoutMs?: number;
}

/** How far a long list has come. */
export interface Progress {
  /** Texts translated so far. */
  readonly translated: number;
  /** All texts; undefined where the list is not known beforehand. */
  readonly total: number | undefined;
}

export interface TranslateTextOptions extends TranslationParameters, CallOptions {
  /** Called after each request. */
  readonly onProgress?: (progress: Progress) => void;
}

const WIRE_NAMES = {
  context: 'context',
  modelType: 'model_type',
  formality: 'formality',
  splitSentences: 'split_sentences',
  preserveFormatting: 'preserve_formatting',
  showBilledCharacters: 'show_billed_characters',
  tagHandling: 'tag_handling',
  tagHandlingVersion: 'tag_handling_version',
  outlineDetection: 'outline_detection',
  splittingTags: 'splitting_tags',
  nonSplittingTags: 'non_splitting_tags',
  ignoreTags: 'ignore_tags',
  glossaryId: 'glossary_id',
  glossaryIds: 'glossary_ids',
  styleId: 'style_id',
  customInstructions: 'custom_instructions',
  translationMemoryId: 'translation_memory_id',
  translationMemoryThreshold: 'translation_memory_threshold',
} as const satisfies Record<keyof TranslationParameters, string>;

const CALL_OPTIONS = ['signal', 'timeoutMs', 'onProgress'] satisfies (keyof TranslateTextOptions)[];
const KNOWN = new Set([...Object.keys(WIRE_NAMES), ...CALL_OPTIONS]);

/**
 * The parameters by the names the service knows them by.
 *
 * @throws ArgumentError for an option there is not, which the service would pass over in silence
 */
export const toWireParameters = (
  options: TranslateTextOptions,
): Readonly<Record<string, unknown>> => {
  const unknown = Object.keys(options).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) {
    throw new ArgumentError(unknown, `There is no translation option '${unknown}'.`);
  }
  const parameters: Record<string, unknown> = {};
  for (const [name, wireName] of Object.entries(WIRE_NAMES)) {
    parameters[wireName] = options[name as keyof TranslationParameters];
  }
  return parameters;
};
