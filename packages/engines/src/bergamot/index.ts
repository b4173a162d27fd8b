import { scanModelFolders } from './model-folders.js';
import { type ModelReport, NO_USE, reportModels } from './model-report.js';

export {
  type BergamotDependencies,
  type BergamotEngine,
  createBergamotEngine,
} from './engine.js';
export { KERNEL_MODES, type KernelMode } from './kernels/index.js';
export type { ModelReport } from './model-report.js';
export { type BergamotOptions, DEFAULT_BERGAMOT_OPTIONS } from './options.js';

/** What is known of every model folder without loading any, for `doctor` and `models`. */
export const inspectModelFolders = async (
  modelDirectories: readonly string[],
): Promise<readonly ModelReport[]> =>
  reportModels(await scanModelFolders(modelDirectories), NO_USE);
