export { createLanguageModelEngine } from './engine.js';
export {
  DEFAULT_LANGUAGE_MODEL_OPTIONS,
  type LanguageModelOptions,
  type LanguageModelSettings,
  pairsOf,
} from './options.js';
