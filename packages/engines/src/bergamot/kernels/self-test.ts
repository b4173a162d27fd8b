import { type Exercise, findDifference, runExercise } from './exercise.js';
import type { FallbackKernels } from './fallback-kernels.js';
import type { KernelFunctions } from './kernel-functions.js';

/**
 * Says where kernels and the engine's own ones disagree, if they do, on a few exercises that hold
 * what is hard: sums beyond int16, NaN, infinities, values between two integers, rows and columns
 * that fill no whole tile. `kernels` must work in the memory of `fallbacks`.
 */
export const findDisagreement = (
  fallbacks: FallbackKernels,
  kernels: KernelFunctions,
): string | undefined => {
  for (const exercise of EXERCISES) {
    const expected = runExercise(fallbacks.kernels, fallbacks.memory, exercise);
    const difference = findDifference(expected, runExercise(kernels, fallbacks.memory, exercise));
    if (difference !== undefined) return difference;
  }
  return undefined;
};

const SPECIAL_VALUES = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

const createExercise = (rows: number, width: number, columns: number): Exercise => {
  const next = pseudoRandom(rows * width + columns);
  // 3 off centre and 8 wide, at scale 20, so that many values and most sums saturate.
  const a = Float32Array.from({ length: rows * width }, () => 8 * next() + 3);
  const b = Float32Array.from({ length: width * columns }, () => next() + 0.5);
  a.set([...SPECIAL_VALUES, 1e20, -1e20, 2.5 / 20, -2.5 / 20, -0], 5);
  b.set([...SPECIAL_VALUES, 1e20, -1e20, 2.5 / 100], 7);
  return {
    rows,
    width,
    columns,
    a,
    b,
    quantizedB: Int8Array.from(b, (_, index) => (index % 3 === 0 ? -(index % 128) : 127)),
    bias: Float32Array.from({ length: columns }, next),
    selection: Uint32Array.from({ length: 24 }, () => Math.floor(((next() + 1) / 2) * columns)),
    scaleA: 20,
    scaleB: 100,
    multiplier: 1,
  };
};

/** Numbers from -1 to 1, the same on every machine: a linear congruential generator. */
const pseudoRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
};

const EXERCISES: readonly Exercise[] = [
  createExercise(33, 256, 152),
  createExercise(1, 128, 72),
  createExercise(7, 64, 8),
];
