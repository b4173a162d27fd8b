export { corpusBleu } from './bleu.js';
export { type CharacterNgrams, corpusChrf, prepareReferences } from './chrf.js';
export { tokenize13a } from './tokenize-13a.js';
