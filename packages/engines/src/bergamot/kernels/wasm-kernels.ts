import { readFileSync } from 'node:fs';
import { type KernelFunctions, pickKernelFunctions } from './kernel-functions.js';
import { WASM_KERNELS_PATH } from './native-folder.js';
import { Instance, Module, type WasmMemory, type WasmModule } from './web-assembly.js';

/** Compiles the WebAssembly kernels. */
export const compileWasmKernels = (path: string = WASM_KERNELS_PATH): WasmModule =>
  new Module(readFileSync(path));

/** The kernels on a memory. They own nothing in it, and follow it when it grows. */
export const createWasmKernels = (module: WasmModule, memory: WasmMemory): KernelFunctions =>
  pickKernelFunctions(new Instance(module, { env: { memory } }).exports);
