import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The same number of folders up from src and from dist.
const FOLDER = fileURLToPath(new URL('../../../native/', import.meta.url));

/** The kernels as a WebAssembly module; it comes with the product. */
export const WASM_KERNELS_PATH = join(FOLDER, 'gemm.wasm');

/** Where the set-up puts the kernels it has compiled for this machine, if it could. */
export const NATIVE_KERNELS_PATH = join(
  FOLDER,
  'build',
  `${process.platform}-${process.arch}`,
  'kernels.node',
);
