import {
  KERNEL_FALLBACKS,
  KERNEL_NAMES,
  type KernelFunction,
  type KernelFunctions,
  pickKernelFunctions,
} from './kernel-functions.js';
import { Instance, Memory, Module, type WasmMemory, type WasmModule } from './web-assembly.js';

// What the engine asks for at least and at most: 16 MiB and 2 GiB.
const MEMORY_PAGES = { initial: 256, maximum: 32_768 };

/** The engine's own kernels, with the memory they work in. */
export interface FallbackKernels {
  readonly kernels: KernelFunctions;
  readonly memory: WasmMemory;
}

/**
 * An instance of the engine that can do nothing but run its own kernels: every import is a function
 * that answers 0, which is enough for its start-up code. Takes some 5 ms, and no model.
 */
export const instantiateFallbackKernels = (engineModule: WasmModule): FallbackKernels => {
  const memory = new Memory(MEMORY_PAGES);
  const imports: Record<string, Record<string, unknown>> = { env: { memory } };
  for (const { module, name, kind } of Module.imports(engineModule)) {
    imports[module] ??= {};
    if (kind === 'function') imports[module][name] = () => 0;
  }
  const { exports } = new Instance(engineModule, imports);
  const start = exports.__wasm_call_ctors;
  if (typeof start === 'function') start();
  return { kernels: pickKernelFunctions(exports, (name) => KERNEL_FALLBACKS[name]), memory };
};

/**
 * Imports that call the engine's own exports. Those exist only after the engine was made with these
 * imports, so they are looked up at the first call of each.
 */
export const createFallbackImports = (
  engineExports: () => Readonly<Record<string, unknown>>,
): KernelFunctions => {
  const imports: Record<string, KernelFunction> = {};
  for (const name of KERNEL_NAMES) {
    let kernel: KernelFunction | undefined;
    imports[name] = (...parameters) => {
      kernel ??= pickKernelFunctions(engineExports(), (key) => KERNEL_FALLBACKS[key])[name];
      kernel(...parameters);
    };
  }
  return pickKernelFunctions(imports);
};
