export {
  chooseKernels,
  KERNEL_MODES,
  type KernelChoice,
  type KernelMode,
  type KernelSources,
} from './choose-kernels.js';
export { createGemmImports, describeKernels } from './gemm-imports.js';
export type { KernelFunctions } from './kernel-functions.js';
