import { describe, expect, it, vi } from 'vitest';
import { createCoalescer } from './coalescer.js';

/** Work whose end the test decides. */
const controlledWork = () => {
  const { promise, resolve, reject } = deferred<string>();
  let signal: AbortSignal | undefined;
  const start = vi.fn((given: AbortController) => {
    signal = given.signal;
    return promise;
  });
  return { start, resolve, reject, isAborted: () => signal?.aborted === true };
};

const deferred = <Value>() => {
  let resolve: (value: Value) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<Value>((onValue, onReason) => {
    resolve = onValue;
    reject = onReason;
  });
  return { promise, resolve, reject };
};

const staying = () => new AbortController().signal;

describe('identical work in flight', () => {
  it('is done once and answered to everyone who waits', async () => {
    const coalescer = createCoalescer<string>(1000);
    const work = controlledWork();
    const answers = [1, 2, 3].map(() => coalescer.join('key', work.start, staying()));
    work.resolve('done');
    expect(await Promise.all(answers)).toEqual(['done', 'done', 'done']);
    expect(work.start).toHaveBeenCalledTimes(1);
  });

  it('is kept apart by its key', async () => {
    const coalescer = createCoalescer<string>(1000);
    const answers = ['a', 'b'].map((key) => coalescer.join(key, async () => key, staying()));
    expect(await Promise.all(answers)).toEqual(['a', 'b']);
  });

  it('is done again once it has ended, whether well or badly', async () => {
    const coalescer = createCoalescer<string>(1000);
    const failing = coalescer.join('key', () => Promise.reject(new Error('no')), staying());
    await expect(failing).rejects.toThrow('no');
    expect(await coalescer.join('key', async () => 'first', staying())).toBe('first');
    expect(await coalescer.join('key', async () => 'second', staying())).toBe('second');
  });

  it('goes on for the others when one caller leaves', async () => {
    const coalescer = createCoalescer<string>(0);
    const work = controlledWork();
    const leaving = new AbortController();
    const left = coalescer.join('key', work.start, leaving.signal);
    const stayed = coalescer.join('key', work.start, staying());
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    work.resolve('done');
    expect(await stayed).toBe('done');
    expect(work.isAborted()).toBe(false);
  });

  it('is found again by a caller who comes back within the grace period', async () => {
    vi.useFakeTimers();
    try {
      const coalescer = createCoalescer<string>(1000);
      const work = controlledWork();
      const leaving = new AbortController();
      const left = coalescer.join('key', work.start, leaving.signal).catch(() => 'left');
      leaving.abort();
      vi.advanceTimersByTime(999);
      const back = coalescer.join('key', work.start, staying());
      vi.advanceTimersByTime(5000);
      expect(work.isAborted()).toBe(false);
      work.resolve('done');
      expect([await left, await back]).toEqual(['left', 'done']);
      expect(work.start).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is aborted once nobody came back in time', async () => {
    vi.useFakeTimers();
    try {
      const coalescer = createCoalescer<string>(1000);
      const work = controlledWork();
      const leaving = new AbortController();
      const left = coalescer.join('key', work.start, leaving.signal).catch(() => 'left');
      leaving.abort();
      expect(work.isAborted()).toBe(false);
      vi.advanceTimersByTime(1000);
      expect(work.isAborted()).toBe(true);
      expect(await left).toBe('left');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is aborted at once, and begun again for the next caller, without a grace period', async () => {
    const coalescer = createCoalescer<string>(0);
    const work = controlledWork();
    const leaving = new AbortController();
    const left = coalescer.join('key', work.start, leaving.signal);
    leaving.abort(new Error('gone'));
    expect(work.isAborted()).toBe(true);
    expect(await coalescer.join('key', async () => 'again', staying())).toBe('again');
    await expect(left).rejects.toThrow('gone');
  });

  it('is not started for a caller who has left already', async () => {
    const coalescer = createCoalescer<string>(1000);
    const work = controlledWork();
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(coalescer.join('key', work.start, gone)).rejects.toThrow('gone');
    expect(work.start).not.toHaveBeenCalled();
  });
});
