export {
  DEFAULT_LANGUAGE_MODEL_OPTIONS,
  type LanguageModelOptions,
  type LanguageModelSettings,
  type ModelPair,
} from './connection/options.js';
export { createLanguageModelEngine } from './engine.js';
export { pairsOf } from './pairs.js';
