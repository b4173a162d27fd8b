export {
  type AddressedSentence,
  addressOf,
  addressSigns,
  type FormOfAddress,
  majorityOf,
} from './address/address.js';
export {
  type AlternativesRequest,
  createFindAlternatives,
  type FindAlternatives,
} from './alternatives/find-alternatives.js';
export {
  createFindOtherWords,
  createFindWord,
  type FindOtherWords,
  type FindWord,
  type WordRequest,
} from './alternatives/find-words.js';
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
export type {
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
  PartOfSpeech,
  PhraseForm,
  PlacedSpan,
  ProtectedSpan,
  RejectedTranslation,
  Rewriting,
  TokenBudget,
  TranslatedUnit,
  TranslationUnit,
} from './engine/engine.js';
export type { OtherWording, WordingQuestion } from './engine/wordings.js';
export { requireWellFormedXml } from './markup/document.js';
export type { TextWithCodes } from './markup/text-with-codes.js';
export { charactersOf, similarity, similarLengths } from './memories/similarity.js';
export {
  alignCodes,
  betweenCodes,
  CODE_MARK,
  type CodedText,
  comparedForm,
  type MemoryMatch,
  type TextCode,
  type TranslationMemory,
  withPlaceholders,
} from './memories/translation-memory.js';
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
  type UnitWork,
} from './pipeline/opened-text.js';
export {
  type PrepareOptions,
  planRequest,
  type RequestParameters,
  resolveLocally,
  type TranslatedText,
  type TranslationRequest,
} from './pipeline/request.js';
export { createRewriter, type Rewriter, type RewrittenText } from './pipeline/rewriter.js';
export {
  createTranslator,
  type Translator,
  type TranslatorDependencies,
} from './pipeline/translator.js';
export { portionCodes } from './portions/portion-codes.js';
export { portionMarkup, portionText } from './portions/portion-markup.js';
export { protectSpans } from './protection/placed-spans.js';
export type { Leg, Route } from './routing/route.js';
export { createRouter, type Router } from './routing/router.js';
export { countCodePoints, WORD } from './segmentation/characters.js';
export { join } from './segmentation/join.js';
export type { Segmentation, TextRange } from './segmentation/segmentation.js';
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
} from './served-languages.js';
export type { StyleOption } from './style/families/family.js';
export { FORMALITY_OPTIONS, FORMALITY_RULE, STYLE_OPTIONS } from './style/plan-style.js';
export type { Style } from './style/style.js';
export { createCarrierFinder } from './terms/carriers.js';
export { inflectedTerms } from './terms/inflected-terms.js';
export { locateTerms, withTerm } from './terms/locate-terms.js';
export type { Term } from './terms/term.js';
export { termIndexBytes } from './terms/term-index.js';
export {
  buildTermIndexes,
  createTermMatcher,
  type TermIndexes,
  type TermMatcher,
  termMatcherOf,
} from './terms/term-matcher.js';
export { mapInTurns, nextTurn } from './turns.js';
