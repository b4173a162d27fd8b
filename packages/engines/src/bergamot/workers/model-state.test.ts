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
});
