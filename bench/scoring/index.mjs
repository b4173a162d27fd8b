export { corpusBleu } from './bleu.mjs';
export { corpusChrf, prepareReferences } from './chrf.mjs';
export { tokenize13a } from './tokenize-13a.mjs';
