export * from './rewrite-unit.js';
export * from './term.js';
export * from './term-matcher.js';
export * from './unit-terms.js';
