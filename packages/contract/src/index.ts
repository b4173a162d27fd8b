export * from './answers.js';
export * from './document.js';
export * from './errors.js';
export * from './language-table.js';
export * from './languages.js';
export * from './nearest-name.js';
export * from './parse.js';
export * from './rephrase.js';
export * from './schemas/admin.js';
export * from './schemas/glossary.js';
export * from './schemas/memory.js';
export {
  ANSWER_SCHEMAS,
  described,
  isUuid,
  problem,
  REQUEST_SCHEMAS,
  uuid,
  wholeNumber,
} from './schemas/parameters.js';
export * from './schemas/rephrase.js';
export * from './schemas/style.js';
export { FORMALITIES, MODEL_TYPES, TRANSLATE_BODY } from './schemas/translate.js';
export * from './suggest-language.js';
export * from './text/control-characters.js';
export * from './translate.js';
