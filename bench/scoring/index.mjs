// The product scores with the same code: `dragoman evaluate`.
export {
  corpusBleu,
  corpusChrf,
  prepareReferences,
  tokenize13a,
} from '../../packages/server/dist/features/evaluation/corpus-scores.js';
