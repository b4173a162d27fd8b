export {
  betweenCodes,
  CODE_MARK,
  type CodedText,
  comparedForm,
  type TextCode,
  withPlaceholders,
} from './coded-text.js';
export { type Characters, charactersOf, similarity, similarLengths } from './similarity.js';
export { alignCodes, type MemoryMatch, type TranslationMemory } from './translation-memory.js';
export { formsOf, type UnitForm } from './unit-form.js';
