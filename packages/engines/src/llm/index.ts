export { createLanguageModelEngine } from './engine.js';
export {
  DEFAULT_LANGUAGE_MODEL_OPTIONS,
  type LanguageModelOptions,
  type LanguageModelSettings,
  type ModelPair,
} from './options.js';
export { pairsOf } from './pairs.js';
