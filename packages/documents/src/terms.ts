export { readSheet } from './read-sheet.js';
export { type ConceptTerms, readTbx } from './read-tbx.js';
