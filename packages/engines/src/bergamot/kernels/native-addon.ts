import { createRequire } from 'node:module';
import { type KernelFunctions, pickKernelFunctions } from './kernel-functions.js';
import type { WasmMemory } from './web-assembly.js';

const require = createRequire(import.meta.url);

/** The kernels compiled to machine code, as `native/addon.cc` exports them. */
export interface NativeAddon {
  /** The instruction sets of this processor that there are kernels for, best first. */
  readonly instructionSets: readonly string[];
  /**
   * The functions on one memory of this thread; they follow it when it grows. A pointer or an index
   * that leads outside of the memory, or a shape that is no multiple of a panel, throws RangeError.
   */
  create(memory: WasmMemory, instructionSet: string): KernelFunctions & { release(): void };
}

/** Loads the addon into this thread. Throws when the file is missing or was built for another system. */
export const loadNativeAddon = (path: string): NativeAddon => {
  const addon: unknown = require(path);
  if (!isNativeAddon(addon)) throw new TypeError(`${path} holds no kernels.`);
  return addon;
};

const isNativeAddon = (addon: unknown): addon is NativeAddon =>
  typeof addon === 'object' &&
  addon !== null &&
  'instructionSets' in addon &&
  Array.isArray(addon.instructionSets) &&
  'create' in addon &&
  typeof addon.create === 'function';

/** Native kernels on a memory, and what lets go of that memory again. */
export const createNativeKernels = (
  addon: NativeAddon,
  memory: WasmMemory,
  instructionSet: string,
): { kernels: KernelFunctions; release: () => void } => {
  const exports = addon.create(memory, instructionSet);
  const kernels = pickKernelFunctions({ ...exports });
  return { kernels, release: () => exports.release() };
};
