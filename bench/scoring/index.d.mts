export {
  type CharacterNgrams,
  corpusBleu,
  corpusChrf,
  prepareReferences,
  tokenize13a,
} from '../../packages/server/dist/evaluation/corpus-scores.js';
