import { describe, expect, it } from 'vitest';
import { allTogether, linkedController, requestSignalOf } from './request-signals.js';

describe('signals that follow another one', () => {
  it('abort with it, with its reason, unless they were released', () => {
    const caller = new AbortController();
    const followers = Array.from({ length: 20 }, () => linkedController(caller.signal));
    followers[0]?.release();
    caller.abort(new Error('left'));
    expect(followers.map(({ signal }) => signal.aborted)).toEqual([
      false,
      ...Array.from({ length: 19 }, () => true),
    ]);
    expect(followers[1]?.signal.reason).toBe(caller.signal.reason);
    expect(linkedController(caller.signal).signal.aborted).toBe(true);
  });

  it('belong to the same caller, however long the chain is, and abort alone', () => {
    const caller = new AbortController();
    const one = linkedController(caller.signal);
    const two = linkedController(one.signal);
    two.abort(new Error('failed'));
    expect(requestSignalOf(two.signal)).toBe(caller.signal);
    expect([caller.signal.aborted, one.signal.aborted]).toEqual([false, false]);
  });
});

describe('pieces of work', () => {
  it('have their results in order', async () => {
    const { signal } = new AbortController();
    const pieces = [3, 2, 1].map((number) => async () => 2 * number);
    expect(await allTogether(signal, pieces)).toEqual([6, 4, 2]);
    expect(await allTogether(signal, [])).toEqual([]);
  });

  it('end when one of them fails', async () => {
    const { signal } = new AbortController();
    const waiting = (own: AbortSignal) =>
      new Promise<never>((_, reject) => {
        own.addEventListener('abort', () => reject(own.reason));
      });
    const failing = async () => {
      throw new Error('failed');
    };
    await expect(allTogether(signal, [waiting, failing, waiting])).rejects.toThrow('failed');
    expect(signal.aborted).toBe(false);
  });
});
