export { monthNames, weekdayNames, withoutDot } from './calendar-names.js';
export { countCodePoints, WORD } from './characters.js';
export { hasLeakedSymbols } from './checks/find-defect.js';
export { isNegated, keepsNegation } from './checks/negation.js';
export { findQuotations, type Quotation } from './checks/quotations.js';
export {
  type Counts,
  type Deadline,
  type EngineLabels,
  type Logger,
  type Meter,
  type SegmentCache,
  silentLogger,
  silentMeter,
  type TimedWork,
} from './dependencies.js';
export type { Detection, Detector } from './detection/detection.js';
export {
  createDetector,
  DETECTABLE_LANGUAGES,
  type DetectLanguages,
  detectLanguages,
} from './detection/detector.js';
export { charactersOf } from './edit-distance.js';
export type {
  Alternative,
  AlternativesQuestion,
  DictionaryEntry,
  Engine,
  EngineBatch,
  EngineCallOptions,
  EngineHealth,
  EngineLoad,
  EnginePair,
  FindLetterCase,
  Guidance,
  ModelType,
  NounDictionary,
  NounGrammar,
  PhraseForm,
  PlacedSpan,
  ProtectedSpan,
  RejectedTranslation,
  Rewriting,
  TokenBudget,
  TranslatedUnit,
  TranslationUnit,
} from './engine.js';
export { ENGLISH_DAYS, ENGLISH_MONTHS } from './english-dates.js';
export { mapYielding, yieldToLoop } from './event-loop.js';
export {
  type Formality,
  formalityOf,
  formalitySigns,
  majorityOf,
  type TranslatedSentence,
} from './formality/formality.js';
export { lazyByKey } from './lazy-by-key.js';
export { type InlineCode, requireWellFormedXml, type TextWithCodes } from './markup/marked-text.js';
export {
  type AlternativesRequest,
  createAlternativesFinder,
  type FindAlternatives,
} from './pipeline/find-alternatives.js';
export {
  createModelWordChoicesFinder,
  createWordFinder,
  type FindModelWordChoices,
  type FindWord,
  type WordRequest,
} from './pipeline/find-words.js';
export {
  type InstalledLanguages,
  type InstallHint,
  type Languages,
  resolveLanguages,
} from './pipeline/languages.js';
export { openText } from './pipeline/open-text.js';
export {
  type AssembledText,
  type MarkupReader,
  type OpenedText,
  type OpenOptions,
  readableText,
} from './pipeline/opened-text.js';
export {
  planRequest,
  type RequestParameters,
  type RequestSettings,
  resolveLocally,
  type TextOptions,
  type TranslatedText,
  type TranslationRequest,
} from './pipeline/request.js';
export { createRewriter, type Rewriter, type RewrittenText } from './pipeline/rewriter.js';
export type { SentenceJob, Stage } from './pipeline/sentence-job.js';
export {
  createTranslator,
  type Translator,
  type TranslatorDependencies,
} from './pipeline/translator.js';
export { portionCodes, portionMarkup, portionText } from './portions.js';
export { protectSpans } from './protection/placed-spans.js';
export type { TextRange } from './ranges.js';
export { type LinkedController, linkedController, requestSignalOf } from './request-signals.js';
export type { Leg, Route } from './routing/route.js';
export { createRouter, type Router } from './routing/router.js';
export {
  type CatalogueEntry,
  engineTagsOf,
  languageCatalogue,
  modelTypesTo,
  type ReachableTarget,
  type ServedLanguage,
  servedSources,
  servedTargets,
  servedTargetsFrom,
  targetTagsFrom,
} from './routing/served-languages.js';
export { join, type Segmentation } from './segmentation/segmentation.js';
export type { StyleOption } from './style/family.js';
export {
  FORMALITY_OPTIONS,
  FORMALITY_RULE,
  STYLE_OPTIONS,
  type Style,
} from './style/plan-style.js';
export { createCarrierFinder } from './terms/carriers.js';
export { inflectedTerms } from './terms/inflected-terms.js';
export { locateTerms, withTerm } from './terms/locate-terms.js';
export { type Term, termIndexBytes } from './terms/term-index.js';
export {
  buildTermIndexes,
  createTermMatcher,
  type TermIndexes,
  type TermMatcher,
  termMatcherOf,
} from './terms/term-matcher.js';
export { in24Hours, rewriteTimes, timesOf12Hours } from './times-of-day.js';
export {
  alignCodes,
  betweenCodes,
  CODE_MARK,
  type CodedText,
  type MemoryMatch,
  memoryKeyOf,
  similarity,
  similarLengths,
  type TextCode,
  type TranslationMemory,
  withPlaceholders,
} from './translation-memory.js';
