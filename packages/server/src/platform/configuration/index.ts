export { ConfigurationError, type ConfigurationProblem } from './configuration-error.js';
export { DEFAULT_FILE_NAME } from './configuration-file.js';
export { type Environment, processEnvironment } from './environment.js';
export {
  addConfigurationFlags,
  type CollectedFlags,
  collectFlags,
  SETTINGS_GROUP,
} from './flags.js';
export { readLanguageModelKey } from './language-model-key.js';
export { type ConfigurationSources, loadConfiguration } from './load.js';
export { redact } from './redact.js';
export { readPreference, splitPair } from './settings/language-models.js';
export type { Configuration, EngineName, SettingKey } from './settings/schema.js';
