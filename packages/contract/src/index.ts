export * from './admin.js';
export * from './answers.js';
export * from './errors.js';
export * from './language-table.js';
export * from './languages.js';
export * from './nearest-name.js';
export * from './suggest-language.js';
export * from './translate.js';
export { FORMALITIES, MODEL_TYPES, TRANSLATE_BODY } from './translate-body.js';
