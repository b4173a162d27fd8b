import { compileWasmKernels, createWasmKernels } from '../kernels/wasm-kernels.js';
import { Memory, PAGE_BYTES } from '../kernels/web-assembly.js';
import type { Matrix } from './tensors.js';

/** Rows times a matrix, plus its bias; several rows are next to each other. */
export type Product = (rows: Float32Array) => Float32Array;

/** Makes the product with a matrix, and with zeros or a vector as bias. */
export type CreateProduct = (matrix: Matrix, bias?: Float32Array) => Product;

const LARGEST = 127;
// What the kernels ask for, and 2 GiB.
const [MIN_PAGES, MAX_PAGES] = [2, 32_768];
const ALIGNMENT_BYTES = 64;
/** What the kernels need: of columns, and of the inner dimension. */
const GRANULARITY = { outputs: 8, inputs: 4 };

/**
 * Products with the WebAssembly kernels, in a memory of their own that grows with the matrices: the
 * results are those of the engine, to the bit.
 *
 * @throws Error for a matrix that the kernels cannot multiply with
 */
export const createProducts = (): CreateProduct => {
  const memory = new Memory({ initial: MIN_PAGES, maximum: MAX_PAGES });
  const kernels = createWasmKernels(compileWasmKernels(), memory);
  // To the kernels, address 0 means that there is no bias.
  let end = ALIGNMENT_BYTES;
  const reserve = (bytes: number): number => {
    const start = end;
    end += Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return start;
  };
  const put = (values: Float32Array | Int8Array, start: number): void => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    new Uint8Array(memory.buffer).set(bytes, start);
  };
  let scratch = { start: 0, bytes: 0 };
  /** A place that every product uses again. */
  const scratchOf = (bytes: number): number => {
    if (bytes > scratch.bytes) scratch = { start: reserve(bytes), bytes };
    return scratch.start;
  };

  return (matrix, bias = new Float32Array(matrix.outputs)) => {
    const { inputs, outputs, weights, weightFactor } = matrix;
    if (outputs % GRANULARITY.outputs !== 0 || inputs % GRANULARITY.inputs !== 0) {
      throw new Error('the model has matrices of other sizes');
    }
    const biasAt = reserve(4 * outputs);
    const [preparedAt, preparedBiasAt] = [reserve(inputs * outputs), reserve(4 * outputs)];
    put(bias, biasAt);
    const weightsAt = scratchOf(inputs * outputs);
    put(weights, weightsAt);
    kernels.int8_prepare_b_from_quantized_transposed(weightsAt, inputs, outputs, preparedAt);
    const prepareBias = (inputFactor: number): void =>
      kernels.int8_prepare_bias(
        ...[preparedAt, inputFactor, 0, weightFactor, 0, inputs, outputs, biasAt, preparedBiasAt],
      );
    if (matrix.inputFactor !== undefined) prepareBias(matrix.inputFactor);
    return (rows) => {
      const inputFactor = matrix.inputFactor ?? factorOf(rows);
      if (matrix.inputFactor === undefined) prepareBias(inputFactor);
      const count = rows.length / inputs;
      const rowsAt = scratchOf(count * (4 * inputs + inputs + 4 * outputs));
      const roundedAt = rowsAt + count * 4 * inputs;
      const productAt = roundedAt + count * inputs;
      put(rows, rowsAt);
      kernels.int8_prepare_a(rowsAt, inputFactor, 0, count, inputs, roundedAt);
      kernels.int8_multiply_and_add_bias(
        ...[roundedAt, inputFactor, 0, preparedAt, weightFactor, 0, preparedBiasAt, 1],
        ...[count, inputs, outputs, productAt],
      );
      return new Float32Array(memory.buffer.slice(productAt, productAt + 4 * count * outputs));
    };
  };
};

const factorOf = (values: Float32Array): number => {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest > 0 ? LARGEST / largest : 1;
};
