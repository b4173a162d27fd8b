import { describe, expect, it } from 'vitest';
import { marianConfiguration } from './marian-configuration.js';

const linesWith = (beamSize: number): readonly string[] =>
  marianConfiguration({
    gemmPrecision: 'int8shiftAlphaAll',
    miniBatchTokens: 1024,
    maxLengthFactor: 2,
    isAligned: true,
    beamSize,
  }).split('\n');

describe('the settings a model is loaded with', () => {
  it('search greedily without the costs of translations', () => {
    expect(linesWith(1)).toEqual(expect.arrayContaining(['beam-size: 1', 'skip-cost: true']));
  });

  it('compare translations by their costs where the search keeps several', () => {
    expect(linesWith(3)).toEqual(expect.arrayContaining(['beam-size: 3', 'skip-cost: false']));
  });
});
