export * from './address/index.js';
export { hasLeakedSymbols } from './checks/find-defect.js';
export { isNegated, keepsNegation } from './checks/negation.js';
export { findQuotations, type Quotation } from './checks/quotations.js';
export * from './detection/detection.js';
export * from './detection/detector.js';
export * from './engine/index.js';
export type { InlineCode, TextWithCodes } from './markup/codes.js';
export { requireWellFormedXml } from './markup/document.js';
export type { MarkupOptions } from './markup/token.js';
export {
  type Characters,
  charactersOf,
  similarity,
  similarLengths,
} from './memories/similarity.js';
export {
  alignCodes,
  betweenCodes,
  CODE_MARK,
  type CodedText,
  comparedForm,
  formsOf,
  type MemoryMatch,
  type TextCode,
  type TranslationMemory,
  type UnitForm,
  withPlaceholders,
} from './memories/translation-memory.js';
export * from './observers.js';
export * from './pipeline/alternatives.js';
export * from './pipeline/find-other-words.js';
export * from './pipeline/find-word.js';
export {
  type InstalledLanguages,
  type InstallHint,
  type Languages,
  resolveLanguages,
  type Target,
} from './pipeline/languages.js';
export { mapInTurns } from './pipeline/map-together.js';
export * from './pipeline/open-text.js';
export * from './pipeline/opened-text.js';
export {
  type Customizations,
  type PrepareOptions,
  planRequest,
  type RequestParameters,
  resolveLocally,
  type TranslatedText,
  type TranslationOptions,
  type TranslationRequest,
} from './pipeline/request.js';
export * from './pipeline/rewriter.js';
export * from './pipeline/translator.js';
export type { WordRequest } from './pipeline/word-request.js';
export * from './portions/portion-codes.js';
export * from './portions/portion-markup.js';
export { findCellEnds, findMarkdownSpans, mergeSpans } from './protection/markdown.js';
export { protectSpans } from './protection/placed-spans.js';
export * from './protection/placeholders.js';
export * from './routing/route.js';
export * from './routing/router.js';
export * from './segmentation/characters.js';
export * from './segmentation/join.js';
export * from './segmentation/segment.js';
export * from './segmentation/segmentation.js';
export * from './served-languages.js';
export { applyStyle } from './style/apply-style.js';
export type * from './style/families/family.js';
export { QUOTES, type Quotes } from './style/families/quotes.js';
export * from './style/plan-style.js';
export type * from './style/style.js';
export { type CarrierFinder, createCarrierFinder } from './terms/carriers.js';
export { inflectedTerms } from './terms/inflected-terms.js';
export type * from './terms/letter-case.js';
export { type LocatedTerm, locateTerms, withTerm } from './terms/locate-terms.js';
export { type TermIndex, termIndexBytes } from './terms/term-index.js';
export * from './terms/term-matcher.js';
export { nextTurn } from './turns.js';
