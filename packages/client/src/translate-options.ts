import { ArgumentError } from './errors.js';

export type ModelType = 'latency_optimized' | 'quality_optimized' | 'prefer_quality_optimized';
export type Formality = 'default' | 'more' | 'less' | 'prefer_more' | 'prefer_less';
export type SplitSentences = '0' | '1' | 'nonewlines';
export type TagHandling = 'xml' | 'html';
export type TagHandlingVersion = 'v1' | 'v2';

/** How texts are translated; the service has defaults for all options. */
export interface TranslationParameters {
  /** Additional context; not translated, not billed. */
  readonly context?: string;
  /** Speed or quality. The result says which was used. */
  readonly modelType?: ModelType;
  readonly formality?: Formality;
  /** `1` at punctuation and line breaks, `nonewlines` at punctuation only, `0` never. */
  readonly splitSentences?: SplitSentences;
  /** Keep the source's final punctuation and initial case of each sentence. */
  readonly preserveFormatting?: boolean;
  /** Include the number of billed characters in each result. */
  readonly showBilledCharacters?: boolean;
  /** Tags in the texts are markup. */
  readonly tagHandling?: TagHandling;
  readonly tagHandlingVersion?: TagHandlingVersion;
  /** The texts are ICU messages, whose branches are translated. Not together with `tagHandling`. */
  readonly messageFormat?: 'icu';
  /** XML: with `false`, only `splittingTags` end sentences. */
  readonly outlineDetection?: boolean;
  /** Tags that always end the sentence. */
  readonly splittingTags?: readonly string[];
  /** Tags that never end the sentence. */
  readonly nonSplittingTags?: readonly string[];
  /** Tags whose content is not translated. */
  readonly ignoreTags?: readonly string[];
  /** Needs a source language. */
  readonly glossaryId?: string;
  /** Several glossaries; the first match is used. Instead of `glossaryId`. */
  readonly glossaryIds?: readonly string[];
  readonly styleId?: string;
  /** At most 10, of at most 300 characters each. */
  readonly customInstructions?: readonly string[];
  readonly translationMemoryId?: string;
  /** From 0 to 100: the minimum similarity of a match. */
  readonly translationMemoryThreshold?: number;
}

/** Time limit and cancellation of a call. */
export interface CallOptions {
  /** Cancels the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Instead of the translator's own `timeoutMs`. */
  readonly timeoutMs?: number;
}

/** Progress of a long list. */
export interface Progress {
  /** Texts translated so far. */
  readonly translated: number;
  /** Number of texts; undefined if it is not known in advance. */
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
  messageFormat: 'message_format',
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

const CALL_OPTIONS: readonly string[] = ['signal', 'timeoutMs', 'onProgress'];

/**
 * Converts the options to the parameters of the service.
 *
 * @throws ArgumentError for an unknown option, which the service would silently ignore
 */
export const toWireParameters = (
  options: TranslateTextOptions,
): Readonly<Record<string, unknown>> => pickParameters(options, WIRE_NAMES);

/**
 * The options that are parameters, under the names of the service.
 *
 * @throws ArgumentError for an option that is neither a parameter nor one of a call
 */
export const pickParameters = <Options extends object>(
  options: Options,
  wireNames: Readonly<Partial<Record<keyof Options, string>>>,
): Readonly<Record<string, unknown>> => {
  const isKnown = (name: string) => Object.hasOwn(wireNames, name) || CALL_OPTIONS.includes(name);
  const unknown = Object.keys(options).find((name) => !isKnown(name));
  if (unknown !== undefined) {
    throw new ArgumentError(unknown, `There is no translation option '${unknown}'.`);
  }
  return Object.fromEntries(
    Object.entries<string | undefined>(wireNames).map(([name, wireName]) => [
      wireName,
      options[name as keyof Options],
    ]),
  );
};
