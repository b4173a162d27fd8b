/**
 * The seven functions the neural engine imports as module `wasm_gemm`, with the exports of its own
 * that do the same where nothing better is at hand. Pointers are byte offsets into the engine's
 * memory; zero points are passed but always 0.
 * https://github.com/browsermt/marian-dev, src/tensors/cpu/wasm_intgemm_interface.h
 */
export const KERNEL_FALLBACKS = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
} as const;

export type KernelName = keyof typeof KERNEL_FALLBACKS;
export const KERNEL_NAMES = Object.keys(KERNEL_FALLBACKS) as KernelName[];

export type KernelFunction = (...parameters: number[]) => void;

/**
 * All seven, from one implementation: each lays out a prepared matrix in its own way, so a matrix
 * prepared by one must never reach another.
 */
export type KernelFunctions = Readonly<Record<KernelName, KernelFunction>>;

/** The functions of that name, or an error that says which one is missing. */
export const pickKernelFunctions = (
  exports: Readonly<Record<string, unknown>>,
  nameOf: (name: KernelName) => string = (name) => name,
): KernelFunctions => {
  const entries = KERNEL_NAMES.map((name) => {
    const kernel = exports[nameOf(name)];
    if (typeof kernel !== 'function') throw new TypeError(`There is no function ${nameOf(name)}.`);
    return [name, kernel] as const;
  });
  return Object.fromEntries(entries) as unknown as KernelFunctions;
};
