export { indexOfFullest } from './fullest-text.js';
export { pluralTerms } from './plural-terms.js';
export * from './rewrite-unit.js';
export * from './settle-case.js';
export * from './term.js';
export * from './term-matcher.js';
export * from './unit-terms.js';
export { findUnsplit } from './unsplit-terms.js';
export * from './ways.js';
