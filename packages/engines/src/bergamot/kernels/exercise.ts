import type { KernelFunctions } from './kernel-functions.js';
import { PAGE_BYTES, type WasmMemory } from './web-assembly.js';

/** One matrix product, and a choice of columns, to run through all seven functions. */
export interface Exercise {
  readonly rows: number;
  /** The inner dimension: a multiple of 64. */
  readonly width: number;
  /** A multiple of 8. */
  readonly columns: number;
  /** rows x width. */
  readonly a: Float32Array;
  /** width x columns. */
  readonly b: Float32Array;
  /** columns x width, int8, for the function that takes a matrix already quantised. */
  readonly quantizedB: Int8Array;
  readonly bias: Float32Array;
  /** A multiple of 8 of column numbers. */
  readonly selection: Uint32Array;
  readonly scaleA: number;
  readonly scaleB: number;
  readonly multiplier: number;
}

/** What came out, by a name to put into a message. Prepared matrices are left out: layouts differ. */
export type ExerciseResults = ReadonlyMap<string, Uint8Array | Float32Array>;

const ALIGNMENT_BYTES = 64;
// Not 0: a function that wrote nothing must not look as if it had written zeros.
const UNTOUCHED = 0xa5;

/**
 * Runs all seven functions on one exercise in memory that is added to `memory` for it. To spare
 * memory, give the `base` of an earlier run of the same shape or a larger one.
 */
export const runExercise = (
  kernels: KernelFunctions,
  memory: WasmMemory,
  exercise: Exercise,
  base: number = memory.grow(pagesFor(exercise)) * PAGE_BYTES,
): ExerciseResults => {
  const { rows, width, columns, selection, scaleA, scaleB, multiplier } = exercise;
  const results = new Map<string, Uint8Array | Float32Array>();
  let end = base;
  const reserve = (bytes: number): number => {
    const start = end;
    end += Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
    return start;
  };
  const put = (values: Float32Array | Int8Array | Uint32Array, start: number): void => {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    new Uint8Array(memory.buffer).set(bytes, start);
  };
  const place = (values: Float32Array | Uint32Array): number => {
    const start = reserve(values.byteLength);
    put(values, start);
    return start;
  };
  const clear = (start: number, bytes: number): void => {
    new Uint8Array(memory.buffer, start, bytes).fill(UNTOUCHED);
  };
  const floats = (start: number, count: number): Float32Array =>
    new Float32Array(memory.buffer.slice(start, start + 4 * count));

  const a = place(exercise.a);
  const bias = place(exercise.bias);
  const indices = place(selection);
  const preparedA = reserve(rows * width);
  clear(preparedA, rows * width);
  kernels.int8_prepare_a(a, scaleA, 0, rows, width, preparedA);
  results.set(
    'prepare_a',
    new Uint8Array(memory.buffer.slice(preparedA, preparedA + rows * width)),
  );

  const source = reserve(4 * width * columns);
  const preparedB = reserve(width * columns);
  const selectedB = reserve(width * selection.length);
  const preparedBias = reserve(4 * columns);
  const selectedBias = reserve(4 * selection.length);
  const product = reserve(4 * rows * Math.max(columns, selection.length));
  const preparations: readonly (readonly [string, Float32Array | Int8Array, () => void])[] = [
    [
      'prepare_b',
      exercise.b,
      () => kernels.int8_prepare_b(source, scaleB, 0, width, columns, preparedB),
    ],
    [
      'prepare_b_from_transposed',
      transpose(exercise.b, width, columns),
      () => kernels.int8_prepare_b_from_transposed(source, scaleB, 0, width, columns, preparedB),
    ],
    [
      'prepare_b_from_quantized_transposed',
      exercise.quantizedB,
      () => kernels.int8_prepare_b_from_quantized_transposed(source, width, columns, preparedB),
    ],
  ];

  for (const [name, values, prepare] of preparations) {
    put(values, source);
    clear(preparedB, width * columns);
    prepare();
    for (const [kind, pointer] of [
      ['prepare_bias without a bias', 0],
      ['prepare_bias', bias],
    ] as const) {
      clear(preparedBias, 4 * columns);
      kernels.int8_prepare_bias(
        ...[preparedB, scaleA, 0, scaleB, 0, width, columns, pointer, preparedBias],
      );
      results.set(`${name}, ${kind}`, floats(preparedBias, columns));
    }
    clear(product, 4 * rows * columns);
    kernels.int8_multiply_and_add_bias(
      ...[preparedA, scaleA, 0, preparedB, scaleB, 0, preparedBias, multiplier],
      ...[rows, width, columns, product],
    );
    results.set(`${name}, multiply_and_add_bias`, floats(product, rows * columns));

    clear(selectedB, width * selection.length);
    clear(product, 4 * rows * selection.length);
    kernels.int8_select_columns_of_b(
      ...[preparedB, width, columns, indices, selection.length, selectedB],
    );
    kernels.int8_prepare_bias(
      ...[selectedB, scaleA, 0, scaleB, 0, width, selection.length, 0, selectedBias],
    );
    kernels.int8_multiply_and_add_bias(
      ...[preparedA, scaleA, 0, selectedB, scaleB, 0, selectedBias, multiplier],
      ...[rows, width, selection.length, product],
    );
    results.set(`${name}, select_columns_of_b`, floats(product, rows * selection.length));
  }
  return results;
};

/** The first result that is not the same to the bit (any NaN is the same as any other), if one is. */
export const findDifference = (
  expected: ExerciseResults,
  actual: ExerciseResults,
): string | undefined => {
  for (const [name, values] of expected) {
    const others = actual.get(name);
    const index = values.findIndex((value, at) => !Object.is(value, others?.[at]));
    if (index >= 0)
      return `${name}, item ${index}: ${others?.[index]} in place of ${values[index]}`;
  }
  return undefined;
};

/** How many pages an exercise needs. */
export const pagesFor = ({ rows, width, columns, selection }: Exercise): number => {
  const widest = Math.max(columns, selection.length);
  const bytes = 5 * rows * width + 6 * width * widest + 4 * rows * widest + 16 * widest;
  return Math.ceil((bytes + 16 * ALIGNMENT_BYTES) / PAGE_BYTES);
};

const transpose = (values: Float32Array, rows: number, columns: number): Float32Array =>
  Float32Array.from(
    values,
    (_, index) => values[(index % rows) * columns + Math.floor(index / rows)] ?? 0,
  );
