import { scanModelFolders } from './models/model-folders.js';
import { type ModelReport, NO_USE, reportModels } from './models/model-report.js';

export {
  createNeuralEngine,
  type NeuralDependencies,
  type NeuralEngine,
} from './engine.js';
export type { ModelReport } from './models/model-report.js';
export { DEFAULT_NEURAL_OPTIONS, type NeuralOptions } from './options.js';
export { ENGINE_MODES, type EngineMode } from './student/choose-engine.js';

/** What is known of every model folder without loading any, for `doctor` and `models`. */
export const inspectModelFolders = async (
  modelDirectories: readonly string[],
): Promise<readonly ModelReport[]> =>
  reportModels(await scanModelFolders(modelDirectories), NO_USE);
