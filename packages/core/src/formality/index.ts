export {
  type Formality,
  type FormalitySign,
  formalityOf,
  formalitySigns,
  majorityOf,
  speaksToReader,
  type TranslatedSentence,
  tellsFormality,
} from './formality.js';
export { rewriteFormality } from './rewrite-formality.js';
