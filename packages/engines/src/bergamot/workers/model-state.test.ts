import { AppError } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { ModelState } from './model-state.js';

const create = (): ModelState =>
  new ModelState({
    toLoad: {
      id: 'model',
      modelPath: '',
      vocabularyPaths: [],
      shortlistPath: undefined,
      configuration: '',
      warmUpTexts: [],
      alignmentProbes: [],
    },
    pair: 'en-es',
    memory: { residentBytes: 1, heapBytes: 1 },
  });

describe('ModelState', () => {
  it('calls for another worker once enough lines waited for each it has', () => {
    const state = create();
    for (let line = 0; line < 16; line++) {
      expect(state.isPressing(1000, 1)).toBe(false);
      state.noteWaiting(1000);
    }
    expect(state.isPressing(1000, 1)).toBe(true);
    expect(state.isPressing(1000, 2)).toBe(false);
  });

  it('forgets lines that waited long ago', () => {
    const state = create();
    for (let line = 0; line < 30; line++) state.noteWaiting(1000);
    expect(state.isPressing(2000, 1)).toBe(true);
    expect(state.isPressing(4000, 1)).toBe(false);
  });

  it('needs a worker of its own after it was lost with one', () => {
    const state = create();
    expect(state.needsOwnWorker).toBe(false);
    state.losses += 1;
    expect(state.needsOwnWorker).toBe(true);
  });

  it('is tried again soon after a failure, and after longer pauses while it goes on failing', () => {
    const state = create();
    const failAt = (nowMs: number) =>
      state.fail('lost', new AppError('engine_failed'), nowMs, 25_000);
    const pauses = [10_000, 20_000, 25_000, 25_000];
    for (const pauseMs of pauses) {
      failAt(0);
      expect(state.forgive(pauseMs - 1)).toBe(false);
      expect(state.forgive(pauseMs)).toBe(true);
      expect(state.failedBecause).toBeUndefined();
    }
    state.noteSuccess();
    failAt(0);
    expect(state.forgive(10_000)).toBe(true);
  });
});
