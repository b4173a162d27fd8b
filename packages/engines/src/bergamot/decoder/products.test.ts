import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProducts } from './products.js';

/** Weights that give sums of whole numbers. */
const matrixOf = (inputs: number, outputs: number, weights: readonly number[]) => ({
  ...{ inputs, outputs, weightFactor: 1 },
  weights: Int8Array.from(
    { length: inputs * outputs },
    (_, at) => weights[at % weights.length] ?? 0,
  ),
});

describe('a product', () => {
  it('is that of the rounded inputs and the weights, plus the bias', () => {
    const small = fc.integer({ min: -9, max: 9 });
    fc.assert(
      fc.property(
        fc.array(small, { minLength: 1, maxLength: 30 }),
        fc.array(small, { minLength: 16, maxLength: 16 }),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (weights, values, count, hasFactor) => {
          const [inputs, outputs] = [16, 8];
          const matrix = matrixOf(inputs, outputs, weights);
          const bias = Float32Array.from({ length: outputs }, (_, output) => output);
          // The largest input decides on the factor where the model has none.
          const rows = Float32Array.from({ length: count * inputs }, (_, at) =>
            at % inputs === 0 ? 127 : (values[at % inputs] ?? 0),
          );
          const inputFactor = hasFactor ? 1 : undefined;
          const product = createProducts()({ ...matrix, inputFactor }, bias)(rows);
          const expected = Array.from({ length: count * outputs }, (_, at) => {
            const [row, output] = [Math.floor(at / outputs), at % outputs];
            const terms = Array.from(
              { length: inputs },
              (__, input) =>
                (rows[row * inputs + input] ?? 0) * (matrix.weights[output * inputs + input] ?? 0),
            );
            return terms.reduce((sum, term) => sum + term, output);
          });
          for (const [at, value] of expected.entries()) expect(product[at]).toBeCloseTo(value, 1);
        },
      ),
    );
  });

  it('is refused for sizes that the kernels cannot multiply', () => {
    const matrix = { ...matrixOf(4, 7, [1]), inputFactor: 1 };
    expect(() => createProducts()(matrix)).toThrow('other sizes');
  });
});
