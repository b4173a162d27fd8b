export { ConfigurationError, type ConfigurationProblem } from './configuration-error.js';
export { type Environment, processEnvironment } from './environment.js';
export {
  addConfigurationFlags,
  type CollectedFlags,
  collectFlags,
  SETTINGS_GROUP,
} from './flags.js';
export { type ConfigurationSources, loadConfiguration } from './load.js';
export { redact } from './redact.js';
export type { Configuration, EngineName, SettingKey } from './schema.js';
