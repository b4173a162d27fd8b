export {
  type AddressedSentence,
  type AddressSign,
  addressOf,
  addressSigns,
  type FormOfAddress,
  majorityOf,
  speaksToReader,
  tellsAddress,
} from './address/address.js';
export { rewriteAddress } from './address/rewrite-address.js';
export { isNegated, keepsNegation } from './checks/negation.js';
export { findQuotations, type Quotation } from './checks/quotations.js';
export { hasLeakedSymbols } from './checks/symbols.js';
export * from './detection/index.js';
export * from './engine/index.js';
export { type MarkupOptions, requireWellFormedXml } from './markup/index.js';
export * from './memories/index.js';
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
export * from './pipeline/open-text.js';
export * from './pipeline/opened-text.js';
export type { Elsewhere } from './pipeline/read-texts.js';
export {
  type Customizations,
  type PrepareOptions,
  planRequest,
  type RequestParameters,
  resolveRequest,
  type TranslatedText,
  type TranslationOptions,
  type TranslationRequest,
} from './pipeline/request.js';
export * from './pipeline/rewriter.js';
export * from './pipeline/translator.js';
export type { WordRequest } from './pipeline/word-request.js';
export * from './portions/index.js';
export * from './protection/index.js';
export * from './routing/route.js';
export type { RouteScores } from './routing/route-score.js';
export * from './routing/router.js';
export * from './segmentation/count-code-points.js';
export * from './segmentation/index.js';
export * from './served-languages.js';
export * from './style/index.js';
export { type CarrierFinder, createCarrierFinder } from './terms/carriers.js';
export { inflectedTerms } from './terms/inflected-terms.js';
export { type LocatedTerm, locateTerms } from './terms/locate-terms.js';
export type * from './terms/term.js';
export { shareTermIndex, type TermIndex, termIndexBytes } from './terms/term-index.js';
export * from './terms/term-matcher.js';
export { withTerm } from './terms/with-term.js';
