import { scanModelFolders } from './models/files/model-folders.js';
import { type ModelReport, NO_USE, reportModels } from './models/model-report.js';

export {
  type BergamotDependencies,
  type BergamotEngine,
  createBergamotEngine,
} from './engine.js';
export { KERNEL_MODES, type KernelMode } from './kernels/index.js';
export type { ModelReport } from './models/model-report.js';
export { type BergamotOptions, DEFAULT_BERGAMOT_OPTIONS } from './workers/options.js';

/** What is known of every model folder without loading any, for `doctor` and `models`. */
export const inspectModelFolders = async (
  modelDirectories: readonly string[],
): Promise<readonly ModelReport[]> =>
  reportModels(await scanModelFolders(modelDirectories), NO_USE);
