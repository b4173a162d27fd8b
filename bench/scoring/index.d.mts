export {
  type CharacterNgrams,
  corpusBleu,
  corpusChrf,
  prepareReferences,
  tokenize13a,
} from '../../packages/server/dist/features/evaluation/corpus-scores.js';
