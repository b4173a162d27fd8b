export * from './errors.js';
export * from './language-table.js';
export * from './languages.js';
export * from './translate.js';
