export {
  betweenCodes,
  CODE_MARK,
  type CodedText,
  comparedForm,
  type TextCode,
  withPlaceholders,
} from './coded-text.js';
export { type Characters, charactersOf, similarity, similarLengths } from './similarity.js';
