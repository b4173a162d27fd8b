import { AppError } from '@dragoman/contract';
import { expect, it } from 'vitest';
import { ModelState } from './model-state.js';

it('a model is tried again soon after a failure, and after longer pauses while it goes on failing', () => {
  const state = new ModelState({
    toLoad: {
      id: 'model',
      modelPath: '',
      vocabularyPaths: [],
      shortlistPath: undefined,
      beamSize: 1,
      maxLengthFactor: 3,
      alignmentProbes: [],
    },
    pair: 'en-es',
    residentBytes: 1,
  });
  const failAt = (nowMs: number) =>
    state.fail('lost', new AppError('engine_failed'), nowMs, 25_000);
  for (const pauseMs of [10_000, 20_000, 25_000, 25_000]) {
    failAt(0);
    expect(state.retryIfDue(pauseMs - 1)).toBe(false);
    expect(state.retryIfDue(pauseMs)).toBe(true);
    expect(state.failedBecause).toBeUndefined();
  }
  state.noteSuccess();
  failAt(0);
  expect(state.retryIfDue(10_000)).toBe(true);
});
