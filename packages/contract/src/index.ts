export * from './admin.js';
export * from './answers.js';
export * from './document.js';
export * from './errors.js';
export * from './language-table.js';
export * from './languages.js';
export * from './translate.js';
export { FORMALITIES, MODEL_TYPES, TRANSLATE_BODY } from './translate-body.js';
