export * from './admin.js';
export * from './answers.js';
export * from './document.js';
export * from './errors.js';
export * from './glossary.js';
export * from './language-table.js';
export * from './languages.js';
export * from './memory.js';
export * from './parameters.js';
export {
  ANSWER_SCHEMAS,
  described,
  isUuid,
  problem,
  REQUEST_SCHEMAS,
  uuid,
  wholeNumber,
} from './parameters.js';
export * from './parse.js';
export * from './rephrase.js';
export * from './rephrase.js';
export * from './style.js';
export * from './suggest-language.js';
export * from './suggest-language.js';
export * from './translate.js';
export { FORMALITIES, MODEL_TYPES, TRANSLATE_BODY } from './translate.js';
