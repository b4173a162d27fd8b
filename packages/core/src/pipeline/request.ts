import { AppError, type LanguageTag, type TranslateBody, toWireCode } from '@dragoman/contract';
import type { Deadline } from '../dependencies.js';
import type { Guidance, ModelType, TokenBudget } from '../engine.js';
import type { InlineCode } from '../markup/marked-text.js';
import type { MarkupOptions } from '../markup/token.js';
import { supportsFormality } from '../routing/served-languages.js';
import type { SegmentPair, SplitMode } from '../segmentation/segmentation.js';
import type { StyleSettings } from '../style/family.js';
import type { Spellings } from '../style/keep-spellings.js';
import { type Style, VARIANT_STYLES } from '../style/plan-style.js';
import type { TermIndexes, TermMatcher } from '../terms/term-matcher.js';
import type { TranslationMemory } from '../translation-memory.js';
import type { RepairBudget } from './call-engine.js';
import {
  type InstalledLanguages,
  type Languages,
  requireInstalled,
  resolveLanguages,
} from './languages.js';
import {
  type GuidancePlan,
  planGuidance,
  type RequiredFeature,
  refuseUnmetNeeds,
} from './plan-guidance.js';

/** What a request says about its texts, with everything it names resolved; nothing is resolved again. */
export interface RequestSettings extends Languages {
  readonly options: TranslationOptions;
  readonly guidance: GuidancePlan;
  /** The terms of the glossaries that the request names. */
  readonly terms?: TermMatcher | undefined;
  /** The translation memory that the request names. */
  readonly memory?: TranslationMemory | undefined;
  /** What may be spent on language models. @default any number of tokens */
  readonly budget?: TokenBudget | undefined;
  /** @default any time */
  readonly deadline?: Deadline | undefined;
}

/** The settings for those texts of a request that are in one language, and what these share. */
export interface GroupSettings extends Omit<RequestSettings, 'source' | 'guidance'> {
  readonly source: LanguageTag;
  /** Whether the caller named the source; otherwise it was detected. */
  readonly isGiven: boolean;
  readonly guidance: Guidance | undefined;
  readonly needs: readonly RequiredFeature[];
  readonly repairs: RepairBudget;
  /** All translations of the request may have as many UTF-16 code units. */
  readonly mostTranslated: number;
}

/** A resolved request: what the pipeline takes. */
export interface TranslationRequest extends RequestSettings {
  readonly texts: readonly string[];
  /** The codes in each of the texts, where a document has them; a text with codes has no markup. */
  readonly codes?: readonly (readonly InlineCode[])[];
  /** Which message each text is a branch of; those of one have the same form of address. */
  readonly messages?: readonly number[];
}

/** Options of a translation that hold for all its texts. */
interface TranslationOptions {
  readonly splitMode: SplitMode;
  /** Keep the source's sentence-edge punctuation and initial case. */
  readonly preserveFormatting: boolean;
  readonly preferredModel: ModelType;
  /** How markup is read; undefined where the texts are plain. */
  readonly markup: MarkupOptions | undefined;
  /** Whether malformed XML is refused. */
  readonly isStrictXml: boolean;
  /** What a program makes of the translations: the rules of a style. */
  readonly style: StyleSettings;
  /** How words were written in the parts of a document so far. @default each text by itself */
  readonly spellings?: Spellings;
}

/** How a text that was read is cut into sentences and put together again; plain data, for any thread. */
export interface TextOptions extends Pick<GroupSettings, 'source' | 'target' | 'options'> {
  /** Longest unit, in UTF-16 code units. */
  readonly maxCharacters: number;
  /** The customer's: no sentence ends in one, and they go before what merely looks like a name. */
  readonly terms?: readonly TermIndexes[];
  /** A longer translation, in UTF-16 code units, is not even handed from one thread to another. */
  readonly mostTranslated?: number;
}

/** One text of the answer. */
export interface TranslatedText {
  readonly text: string;
  /** Its codes, if the text of the request had any. */
  readonly codes?: readonly InlineCode[];
  /** Base language, given or detected. */
  readonly source: LanguageTag;
  readonly modelType: ModelType;
  /** Where its sentences are; undefined for markup and for what was not translated. */
  readonly pairs?: readonly SegmentPair[];
  /** What is to be known about it, in sentences for people. */
  readonly notes?: readonly string[];
  /** Unicode code points of the source text. */
  readonly billedCharacters: number;
}

/** A request without its texts. */
export type RequestParameters = Omit<TranslateBody, 'text'>;

/** What a customer has stored, and a request names; and what the customer may spend. */
export interface Customizations
  extends Pick<RequestSettings, 'terms' | 'memory' | 'budget' | 'deadline'> {
  /** The style that the request names. */
  readonly style?: Style;
}

/**
 * Resolves a request whose customizations are at hand.
 *
 * @throws AppError for languages that are unknown or not installed, for names that stand for
 *   nothing, and for what no engine can do
 */
export const resolveLocally = (
  body: TranslateBody,
  customizations: Customizations,
  installed: InstalledLanguages,
): TranslationRequest => {
  const { style, ...others } = customizations;
  const planned = planRequest(body, resolveLanguages(body), style, installed);
  refuseUnknownNames(body, customizations);
  return { ...planned, texts: body.text, ...others };
};

/** Names of what only a server stores. */
const refuseUnknownNames = (
  body: RequestParameters,
  { terms, memory, style }: Customizations,
): void => {
  const refuse = (parameter: keyof RequestParameters, what: string): void => {
    if (body[parameter] === undefined) return;
    throw new AppError('invalid_parameter', { parameter, message: `${what} not found.` });
  };
  if (!terms) refuse('glossary_id', 'Glossary');
  if (!terms) refuse('glossary_ids', 'Glossary');
  if (!memory) refuse('translation_memory_id', 'Translation memory');
  if (!style) refuse('style_id', 'Style rule');
};

/**
 * Decides how a request in resolved languages is translated, and refuses what the service cannot do,
 * so that no answer is silently different from what was asked. `context` and the `prefer_` formalities
 * are best effort: an engine may ignore them.
 *
 * @returns the settings without terms, memory, budget and deadline
 * @throws AppError `invalid_parameter`, and what {@link requireInstalled} throws
 */
export const planRequest = (
  parameters: RequestParameters,
  languages: Languages,
  style: Style | undefined,
  installed: InstalledLanguages,
): RequestSettings => {
  requireInstalled(languages, installed);
  const { router } = installed;
  const { target } = languages;
  const { plan, settings } = planGuidance(parameters, style);
  const isStrict = parameters.formality === 'more' || parameters.formality === 'less';
  if (isStrict && !supportsFormality(router, parameters.target_lang)) {
    throw new AppError('invalid_parameter', {
      parameter: 'formality',
      message: `Target language '${toWireCode(target.tags[0] ?? target.base)}' doesn't support formality.`,
    });
  }
  refuseUnmetNeeds(plan.needs, target, router);
  const written = { ...VARIANT_STYLES[target.tags[0] ?? ''], ...settings };
  return { ...languages, options: optionsOf(parameters, written), guidance: plan };
};

const SPLIT_MODES = {
  '0': 'none',
  '1': 'sentences-and-newlines',
  nonewlines: 'sentences',
} as const;

/** Model selection rules 4 and 5 of the service: detection and v2 tags ask for the better model. */
const optionsOf = (parameters: RequestParameters, style: StyleSettings): TranslationOptions => {
  const { tag_handling: syntax, tag_handling_version: version } = parameters;
  const wantsQuality =
    parameters.source_lang === undefined ||
    version === 'v2' ||
    parameters.model_type === 'quality_optimized' ||
    parameters.model_type === 'prefer_quality_optimized';
  return {
    splitMode: SPLIT_MODES[parameters.split_sentences ?? (syntax === 'html' ? 'nonewlines' : '1')],
    preserveFormatting: parameters.preserve_formatting ?? false,
    preferredModel: wantsQuality ? 'quality_optimized' : 'latency_optimized',
    markup: syntax && {
      syntax,
      outlineDetection: parameters.outline_detection ?? true,
      splitting: new Set(parameters.splitting_tags),
      nonSplitting: new Set(parameters.non_splitting_tags),
      ignored: new Set(parameters.ignore_tags),
    },
    isStrictXml: syntax === 'xml' && version === 'v2',
    style,
  };
};
