import type { KernelChoice } from './choose-kernels.js';
import { createFallbackImports } from './fallback-kernels.js';
import type { KernelFunctions } from './kernel-functions.js';
import { createNativeKernels, loadNativeAddon } from './native-addon.js';
import { compileWasmKernels, createWasmKernels } from './wasm-kernels.js';
import type { WasmMemory } from './web-assembly.js';

/**
 * What to give the engine as `wasm_gemm` when it is instantiated, for one engine.
 *
 * @param memory the engine's `env.memory`, which is an import and so exists before the engine
 * @param engineExports the engine's exports, asked for only after it was instantiated
 */
export const createGemmImports = (
  choice: KernelChoice,
  memory: WasmMemory,
  engineExports: () => Readonly<Record<string, unknown>>,
): KernelFunctions => {
  switch (choice.kind) {
    case 'native': {
      const addon = loadNativeAddon(choice.addonPath);
      return createNativeKernels(addon, memory, choice.instructionSet).kernels;
    }
    case 'wasm':
      return createWasmKernels(compileWasmKernels(choice.wasmPath), memory);
    case 'fallback':
      return createFallbackImports(engineExports);
  }
};

/** `native (avx512vnni)`, `wasm` or `fallback`: for the start-up line, `doctor` and the metrics. */
export const describeKernels = (choice: KernelChoice): string =>
  choice.kind === 'native' ? `native (${choice.instructionSet})` : choice.kind;
