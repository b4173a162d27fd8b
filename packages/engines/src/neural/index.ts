export {
  createNeuralEngine,
  type NeuralDependencies,
  type NeuralEngine,
} from './engine.js';
export type { ModelReport } from './models/model-report.js';
export { DEFAULT_NEURAL_OPTIONS, type NeuralOptions } from './options.js';
export { ENGINE_MODES, type EngineMode } from './student/choose-engine.js';
