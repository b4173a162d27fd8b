import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileEngine } from '../workers/engine-module.js';
import { type Exercise, findDifference, pagesFor, runExercise } from './exercise.js';
import { instantiateFallbackKernels } from './fallback-kernels.js';
import { KERNEL_NAMES, type KernelFunctions } from './kernel-functions.js';
import { createNativeKernels, loadNativeAddon, type NativeAddon } from './native-addon.js';
import { NATIVE_KERNELS_PATH } from './native-folder.js';
import { compileWasmKernels, createWasmKernels } from './wasm-kernels.js';
import { PAGE_BYTES, type WasmMemory } from './web-assembly.js';

// Set-up compiles the native kernels where there is a compiler; elsewhere there is nothing to test.
const addon: NativeAddon | undefined = existsSync(NATIVE_KERNELS_PATH)
  ? loadNativeAddon(NATIVE_KERNELS_PATH)
  : undefined;
const wasmModule = compileWasmKernels();
const engineModule = await compileEngine();

type MakeKernels = (memory: WasmMemory) => KernelFunctions;

const KINDS: readonly (readonly [string, MakeKernels])[] = [
  ['wasm', (memory) => createWasmKernels(wasmModule, memory)],
  ...(addon?.instructionSets ?? []).map((set): [string, MakeKernels] => [
    `native (${set})`,
    (memory) => createNativeKernels(addon as NativeAddon, memory, set).kernels,
  ]),
];

const SHAPES = { maxRows: 9, widths: [64, 128, 192, 320], columns: [8, 16, 24, 40, 64, 72, 136] };

/** Ordinary values, values that saturate, and values no arithmetic likes. */
const value = fc.oneof(
  { weight: 20, arbitrary: fc.double({ min: -8, max: 8, noNaN: true }) },
  { weight: 4, arbitrary: fc.double({ min: -1e4, max: 1e4, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e30, 0.5, 2.5) },
);

/** A few drawn values spread over a matrix, so that drawing stays cheap for large ones. */
const floats = (length: number, drawn: readonly number[], stride: number): Float32Array =>
  Float32Array.from({ length }, (_, index) => drawn[(index * stride) % drawn.length] ?? 0);

const exercises: fc.Arbitrary<Exercise> = fc
  .record({
    rows: fc.integer({ min: 1, max: SHAPES.maxRows }),
    width: fc.constantFrom(...SHAPES.widths),
    columns: fc.constantFrom(...SHAPES.columns),
    values: fc.array(value, { minLength: 101, maxLength: 101 }),
    bytes: fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 97, maxLength: 97 }),
    stride: fc.integer({ min: 1, max: 50 }),
    scaleA: fc.double({ min: 0.5, max: 200, noNaN: true }),
    scaleB: fc.double({ min: 0.5, max: 200, noNaN: true }),
    multiplier: fc.constantFrom(1, 0.125, -2),
    chosen: fc.array(fc.nat(), { minLength: 16, maxLength: 16 }),
  })
  .map(({ values, bytes, stride, chosen, ...shape }) => ({
    ...shape,
    a: floats(shape.rows * shape.width, values, stride),
    b: floats(shape.width * shape.columns, values.toReversed(), stride + 1),
    bias: floats(shape.columns, values, 7),
    quantizedB: Int8Array.from(
      { length: shape.width * shape.columns },
      (_, index) => bytes[(index * stride) % bytes.length] ?? 0,
    ),
    selection: Uint32Array.from(chosen, (number) => number % shape.columns),
  }));

describe.each(KINDS)('the %s kernels', (_name, make) => {
  it('give what the engine’s own give, to the bit, for all shapes and values', () => {
    const fallbacks = instantiateFallbackKernels(engineModule);
    const kernels = make(fallbacks.memory);
    // Memory for the largest exercise, used again by every run.
    const base = fallbacks.memory.grow(200) * PAGE_BYTES;
    fc.assert(
      fc.property(exercises, (exercise) => {
        expect(pagesFor(exercise)).toBeLessThanOrEqual(200);
        const expected = runExercise(fallbacks.kernels, fallbacks.memory, exercise, base);
        const actual = runExercise(kernels, fallbacks.memory, exercise, base);
        expect(findDifference(expected, actual)).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });

  it('follow the memory when it grows between calls', () => {
    const fallbacks = instantiateFallbackKernels(engineModule);
    const kernels = make(fallbacks.memory);
    const [exercise] = fc.sample(exercises, { numRuns: 1, seed: 1 });
    if (!exercise) throw new Error('nothing was drawn');
    // Each run without a base grows the memory, which detaches the buffer of the run before.
    for (let run = 0; run < 3; run++) {
      const expected = runExercise(fallbacks.kernels, fallbacks.memory, exercise);
      const actual = runExercise(kernels, fallbacks.memory, exercise);
      expect(findDifference(expected, actual)).toBeUndefined();
    }
  });
});

describe.runIf(addon)('the native kernels', () => {
  const kernelsOn = () => {
    const { memory } = instantiateFallbackKernels(engineModule);
    const [set = ''] = addon?.instructionSets ?? [];
    return { memory, ...createNativeKernels(addon as NativeAddon, memory, set) };
  };

  it('refuse every pointer, shape and index that leads out of the memory', () => {
    const { memory, kernels } = kernelsOn();
    const end = memory.buffer.byteLength;
    const outside = fc.integer({ min: end - 63, max: 2 ** 32 - 1 });
    const inside = fc.constant(64 * 1024);
    const pointers = fc
      .tuple(fc.oneof(inside, outside), fc.oneof(inside, outside), fc.oneof(inside, outside))
      .filter((all) => all.some((pointer) => pointer > end - 64));
    const refusal = { name: 'RangeError' };
    const expectRefusal = (call: () => void) =>
      expect(call).toThrow(expect.objectContaining(refusal));
    fc.assert(
      fc.property(pointers, ([a, b, c]) => {
        expectRefusal(() => {
          kernels.int8_prepare_a(a, 1, 0, 4, 64, b);
          kernels.int8_prepare_a(c, 1, 0, 4, 64, b);
        });
        expectRefusal(() => {
          kernels.int8_prepare_b(a, 1, 0, 64, 8, b);
          kernels.int8_prepare_b_from_transposed(c, 1, 0, 64, 8, b);
        });
        expectRefusal(() => {
          kernels.int8_prepare_b_from_quantized_transposed(a, 64, 8, b);
          kernels.int8_prepare_b_from_quantized_transposed(c, 64, 8, b);
        });
        expectRefusal(() => kernels.int8_prepare_bias(a, 1, 0, 1, 0, 64, 16, b, c));
        expectRefusal(() =>
          kernels.int8_multiply_and_add_bias(a, 1, 0, b, 1, 0, c, 1, 4, 64, 16, 64 * 1024),
        );
        expectRefusal(() => kernels.int8_select_columns_of_b(a, 64, 16, b, 16, c));
      }),
    );
    expectRefusal(() => kernels.int8_prepare_a(0, 1, 0, 2 ** 31, 2 ** 31, 0));
    expectRefusal(() => kernels.int8_prepare_b(0, 1, 0, 63, 8, 0));
    expectRefusal(() => kernels.int8_prepare_b(0, 1, 0, 64, 7, 0));
  });

  it('end with a result or a refusal, whatever they are called with', () => {
    const { memory, kernels } = kernelsOn();
    const size = memory.buffer.byteLength;
    const whole = fc.oneof(
      fc.integer({ min: 0, max: 40 }).map((count) => count * 8),
      fc.integer({ min: 0, max: size + 64 }),
      fc.constantFrom(2 ** 31 - 8, 2 ** 31, 2 ** 32 - 8, 2 ** 32 - 1, -1, -64),
    );
    const parameters = fc.array(fc.oneof(whole, value), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...KERNEL_NAMES), parameters, (name, all) => {
        try {
          kernels[name](...all);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 3000, interruptAfterTimeLimit: 10_000 },
    );
  });

  it('refuse a column that does not exist', () => {
    const { memory, kernels } = kernelsOn();
    new Uint32Array(memory.buffer, 65_536, 8).set([0, 1, 2, 3, 4, 5, 6, 16]);
    expect(() => kernels.int8_select_columns_of_b(0, 64, 16, 65_536, 8, 131_072)).toThrow(
      RangeError,
    );
  });

  it('refuse work once their memory was let go', () => {
    const { kernels, release } = kernelsOn();
    release();
    expect(() => kernels.int8_prepare_a(0, 1, 0, 1, 64, 4096)).toThrow();
  });
});
