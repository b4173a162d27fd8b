import type { LanguageTag } from '@dragoman/contract';
import type { ModelType } from '../../engine/engine.js';
import type { MarkupOptions } from '../../markup/index.js';
import type { SegmentPair, SplitMode } from '../../segmentation/index.js';
import type { StyleSettings } from '../../style/index.js';
import type { TermIndex } from '../../terms/index.js';

/** Options of a translation that hold for all its texts. */
export interface TranslationOptions {
  readonly splitMode: SplitMode;
  /** Keep the source's sentence-edge punctuation and initial case. */
  readonly preserveFormatting: boolean;
  readonly preferredModel: ModelType;
  /** How markup is read; undefined where the texts are plain. */
  readonly markup: MarkupOptions | undefined;
  /** What a program makes of the translations: the rules of a style. */
  readonly style: StyleSettings;
}

/** A target as the pipeline looks for it. */
export interface Target {
  /** The base language, such as `pt`. */
  readonly base: LanguageTag;
  /** Acceptable engine targets, the wanted one first: `['pt-BR', 'pt']`. */
  readonly tags: readonly LanguageTag[];
  /** For messages: `Portuguese (PT)`. */
  readonly label: string;
}

/** How a text that was read is cut into units and put together again. */
export interface PrepareOptions {
  readonly language: LanguageTag;
  readonly target: Target;
  /** Longest unit, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** Terms of the customer's that no sentence ends in. */
  readonly unsplitTerms?: readonly TermIndex[];
  readonly options: TranslationOptions;
}

/** One text of the answer. */
export interface TranslatedText {
  readonly text: string;
  /** Base language, given or detected. */
  readonly source: LanguageTag;
  readonly modelType: ModelType;
  /** Where its sentences are; undefined for markup and for what was not translated. */
  readonly pairs?: readonly SegmentPair[];
  /** Unicode code points of the source text. */
  readonly billedCharacters: number;
}
