export { createLanguageModelEngine } from './engine.js';
export {
  DEFAULT_LANGUAGE_MODEL_OPTIONS,
  type LanguageModelOptions,
  type LanguageModelSettings,
} from './options.js';
export { pairsOf } from './pairs.js';
