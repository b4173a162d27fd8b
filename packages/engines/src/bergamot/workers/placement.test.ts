import { describe, expect, it } from 'vitest';
import { MAX_HEAP_BYTES, WORKER_BYTES } from '../models/files/model-memory.js';
import { choosePlacement, type PlacedWorker } from './placement.js';

const MEBIBYTE = 1024 ** 2;
const memory = { residentBytes: 100 * MEBIBYTE, heapBytes: 400 * MEBIBYTE };
const model = (key: string, needsOwnWorker = false) => ({ key, memory, needsOwnWorker });
const limits = { maxWorkers: 2, maxMemoryBytes: 10_000 * MEBIBYTE, maxModelsPerWorker: 4 };
const worker = (
  name: string,
  models: readonly string[],
  change: Partial<PlacedWorker> = {},
): PlacedWorker & { readonly name: string } => ({
  name,
  isIdle: true,
  heapBytes: 400 * MEBIBYTE,
  lastUsedMs: 0,
  models: new Map(models.map((key) => [key, memory])),
  ...change,
});

describe('choosePlacement', () => {
  it('starts a worker for the first model', () => {
    expect(choosePlacement(model('a'), [], limits, false)).toEqual({ kind: 'start' });
  });

  it('uses the idle worker that holds the model', () => {
    const workers = [worker('one', ['b']), worker('two', ['a'])];
    expect(choosePlacement(model('a'), workers, limits, true)).toEqual({
      kind: 'use',
      worker: workers[1],
    });
  });

  it('waits for the busy worker that holds the model, unless enough waits for another', () => {
    const workers = [worker('one', ['a'], { isIdle: false })];
    expect(choosePlacement(model('a'), workers, limits, false)).toEqual({ kind: 'wait' });
    expect(choosePlacement(model('a'), workers, limits, true)).toEqual({ kind: 'start' });
  });

  it('loads beside other models where heap and count allow', () => {
    const one = worker('one', ['b']);
    expect(choosePlacement(model('a'), [one], limits, false)).toEqual({
      kind: 'load',
      worker: one,
    });
    const full = worker('one', ['b'], { heapBytes: MAX_HEAP_BYTES - MEBIBYTE });
    expect(choosePlacement(model('a'), [full], limits, false)).toEqual({ kind: 'start' });
    const many = worker('one', ['b', 'c', 'd', 'e']);
    expect(choosePlacement(model('a'), [many], limits, false)).toEqual({ kind: 'start' });
  });

  it('gives a model that was lost a worker of its own', () => {
    expect(choosePlacement(model('a', true), [worker('one', ['b'])], limits, false)).toEqual({
      kind: 'start',
    });
  });

  it('ends the idle worker unused for longest when memory is short', () => {
    const tight = { ...limits, maxMemoryBytes: 2 * (WORKER_BYTES + memory.residentBytes) };
    const workers = [
      worker('recent', ['b'], { lastUsedMs: 9 }),
      worker('old', ['c'], { lastUsedMs: 3 }),
    ];
    expect(choosePlacement(model('a'), workers, tight, false)).toEqual({
      kind: 'end',
      worker: workers[1],
    });
  });

  it('ends nothing for a second copy', () => {
    const tight = { ...limits, maxMemoryBytes: 2 * (WORKER_BYTES + memory.residentBytes) };
    const workers = [worker('one', ['a'], { isIdle: false }), worker('two', ['b'])];
    expect(choosePlacement(model('a'), workers, tight, true)).toEqual({ kind: 'wait' });
  });

  it('says when a model alone is too large', () => {
    const tiny = { ...limits, maxMemoryBytes: memory.residentBytes };
    expect(choosePlacement(model('a'), [], tiny, false)).toEqual({ kind: 'impossible' });
  });
});
