import { describe, expect, it } from 'vitest';
import { LOCAL_LANES, localLaneOf, SHARED_LANES, sharedTurnOf } from './document-queue.js';

const SMALL = { byteCount: 64 * 1024 };
const LARGE = { byteCount: 64 * 1024 + 1 };

describe('the lanes of documents', () => {
  it('are for small and for large ones', () => {
    expect([localLaneOf(SMALL), localLaneOf(LARGE)]).toEqual(['small', 'large']);
  });

  it('have the same places whether servers share them or not', () => {
    const { small, large } = LOCAL_LANES;
    expect(SHARED_LANES.small).toBe(small.all);
    expect(SHARED_LANES.first + SHARED_LANES.further).toBe(large.all);
  });

  it('put owners with few documents before those with many, where servers share them', () => {
    expect(sharedTurnOf(LARGE, 1)).toEqual({ lane: 'first', priority: -1 });
    expect(sharedTurnOf(LARGE, 2)).toEqual({ lane: 'further', priority: -2 });
    expect(sharedTurnOf(SMALL, 9)).toEqual({ lane: 'small', priority: -9 });
  });
});
