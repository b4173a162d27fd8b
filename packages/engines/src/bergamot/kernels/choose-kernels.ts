import { AppError } from '@dragoman/contract';
import { instantiateFallbackKernels } from './fallback-kernels.js';
import type { KernelFunctions } from './kernel-functions.js';
import { createNativeKernels, loadNativeAddon } from './native-addon.js';
import { NATIVE_KERNELS_PATH, WASM_KERNELS_PATH } from './native-folder.js';
import { findDisagreement } from './self-test.js';
import { compileWasmKernels, createWasmKernels } from './wasm-kernels.js';
import type { WasmModule } from './web-assembly.js';

/** Which kernels to use: the best that work, or one kind and no other. */
export const KERNEL_MODES = ['auto', 'native', 'wasm', 'fallback'] as const;
export type KernelMode = (typeof KERNEL_MODES)[number];

interface Choice {
  /** One line for people: what was chosen and what was passed over, with the cause. */
  readonly reason: string;
}

/** The outcome of {@link chooseKernels}: plain JSON, fit to be sent to a worker process. */
export type KernelChoice =
  | (Choice & {
      readonly kind: 'native';
      readonly addonPath: string;
      /** `avx512vnni` or `avx2`. */
      readonly instructionSet: string;
    })
  | (Choice & { readonly kind: 'wasm'; readonly wasmPath: string })
  | (Choice & { readonly kind: 'fallback' });

export interface KernelSources {
  /** The compiled engine, whose own kernels every other is compared with. */
  readonly engineModule: WasmModule;
  /** Default: where the set-up puts the native kernels. */
  readonly addonPath?: string;
  /** Default: the WebAssembly kernels that come with the product. */
  readonly wasmPath?: string;
}

/**
 * Chooses kernels for every worker of this process, in some 30 ms: native ones where the set-up
 * could compile them and the processor fits, else the WebAssembly ones, else the engine's own. Each
 * must first give the engine's own results to the bit.
 *
 * @throws AppError `unavailable` when `mode` forces kernels that do not work here.
 */
export const chooseKernels = (mode: KernelMode, sources: KernelSources): KernelChoice => {
  if (mode === 'fallback') return { kind: 'fallback', reason: 'as configured' };
  const candidates = mode === 'auto' ? (['native', 'wasm'] as const) : [mode];
  const refusals: string[] = [];
  for (const kind of candidates) {
    try {
      const reason = [mode === 'auto' ? 'self-test passed' : 'as configured', ...refusals];
      return TRIALS[kind](sources, reason.join('; '));
    } catch (error) {
      refusals.push(`${kind}: ${error instanceof Error ? firstLine(error.message) : error}`);
    }
  }
  if (mode === 'auto') return { kind: 'fallback', reason: refusals.join('; ') };
  throw new AppError('unavailable', {
    message: `The ${mode} kernels that are configured do not work on this machine.`,
    cause: new Error(refusals.join('; ')),
  });
};

type Trial = (sources: KernelSources, reason: string) => KernelChoice;

const tryNative: Trial = ({ engineModule, addonPath = NATIVE_KERNELS_PATH }, reason) => {
  const addon = loadNativeAddon(addonPath);
  const [instructionSet] = addon.instructionSets;
  if (instructionSet === undefined) throw new Error('this processor has no AVX2');
  const fallbacks = instantiateFallbackKernels(engineModule);
  const { kernels, release } = createNativeKernels(addon, fallbacks.memory, instructionSet);
  try {
    requireAgreement(findDisagreement(fallbacks, kernels));
  } finally {
    release();
  }
  return { kind: 'native', reason, addonPath, instructionSet };
};

const tryWasm: Trial = ({ engineModule, wasmPath = WASM_KERNELS_PATH }, reason) => {
  const fallbacks = instantiateFallbackKernels(engineModule);
  const kernels: KernelFunctions = createWasmKernels(
    compileWasmKernels(wasmPath),
    fallbacks.memory,
  );
  requireAgreement(findDisagreement(fallbacks, kernels));
  return { kind: 'wasm', reason, wasmPath };
};

const TRIALS = { native: tryNative, wasm: tryWasm };

const requireAgreement = (disagreement: string | undefined): void => {
  if (disagreement !== undefined) throw new Error(`self-test failed: ${disagreement}`);
};

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
