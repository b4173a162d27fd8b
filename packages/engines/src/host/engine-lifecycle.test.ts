import { isAppError } from '@dragoman/contract';
import { describe, expect, it } from 'vitest';
import { EngineLifecycle, type EngineParts } from './engine-lifecycle.js';

const caller = (): AbortSignal => new AbortController().signal;
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (isAppError(error) ? error.code : error));

const create = (parts: Partial<EngineParts> = {}, stopGraceMs = 10_000) => {
  const calls: string[] = [];
  const lifecycle = new EngineLifecycle(
    {
      open: async () => void calls.push('open'),
      maintain: () => {},
      close: async () => void calls.push('close'),
      ...parts,
    },
    { idleStopMs: 60_000, stopGraceMs },
  );
  return { lifecycle, calls };
};

describe('the life of an engine', () => {
  it('begins once and ends once, however often it is asked for', async () => {
    const { lifecycle, calls } = create();
    expect(lifecycle.healthState(false)).toBe('starting');
    await Promise.all([lifecycle.start(), lifecycle.start()]);
    expect(lifecycle.healthState(false)).toBe('ready');
    expect(lifecycle.healthState(true)).toBe('degraded');
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    await lifecycle.start();
    expect(lifecycle.healthState(false)).toBe('stopped');
    expect(calls).toEqual(['open', 'close']);
  });

  it('begins at a later attempt where the first one failed', async () => {
    let attempts = 0;
    const { lifecycle } = create({
      open: async () => {
        if (attempts++ === 0) throw new Error('not yet');
      },
    });
    await expect(lifecycle.start()).rejects.toThrow('not yet');
    expect(lifecycle.healthState(false)).toBe('starting');
    await lifecycle.start();
    expect(lifecycle.healthState(false)).toBe('ready');
    await lifecycle.stop();
  });

  it('refuses work before and after', async () => {
    const { lifecycle } = create();
    const work = async (): Promise<string> => 'done';
    expect(await codeOf(lifecycle.run(caller(), work))).toBe('unavailable');
    await lifecycle.start();
    expect(await lifecycle.run(caller(), work)).toBe('done');
    await lifecycle.stop();
    expect(await codeOf(lifecycle.run(caller(), work))).toBe('unavailable');
  });

  it('waits for running work before it ends', async () => {
    const { lifecycle, calls } = create();
    await lifecycle.start();
    let finish = (): void => {};
    const work = lifecycle.run(
      caller(),
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const stopped = lifecycle.stop();
    expect(calls).toEqual(['open']);
    finish();
    await Promise.all([work, stopped]);
    expect(calls).toEqual(['open', 'close']);
  });

  it('ends although work does not', async () => {
    const { lifecycle, calls } = create({}, 0);
    await lifecycle.start();
    void lifecycle.run(caller(), () => new Promise(() => {}));
    await lifecycle.stop();
    expect(calls).toEqual(['open', 'close']);
  });
});

describe('a batch', () => {
  it('fails at once with the reason of its caller, whatever it is doing', async () => {
    const { lifecycle } = create();
    await lifecycle.start();
    const leaving = new AbortController();
    const signals: AbortSignal[] = [];
    const work = lifecycle.run(leaving.signal, (signal) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    leaving.abort('left');
    expect(await codeOf(work)).toBe('left');
    expect(signals[0]?.reason).toBe('left');
    await lifecycle.stop();
  });

  it('has its signal aborted when it fails, and its caller has not', async () => {
    const { lifecycle } = create();
    await lifecycle.start();
    const signals: AbortSignal[] = [];
    const failing = lifecycle.run(caller(), async (signal) => {
      signals.push(signal);
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(signals[0]?.aborted).toBe(true);
    await lifecycle.stop();
  });
});
