import type { Deadline } from '@dragoman/core';
import { describe, expect, it } from 'vitest';
import { createEngineSpeeds } from './engine-speeds.js';

/** Speeds by a clock of the test's own, of an engine that has done 100,000 characters in 10 s. */
const measured = async () => {
  let nowMs = 0;
  const speeds = createEngineSpeeds(() => nowMs);
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  const work = await speeds.startDeadline(30_000).expect('engine', 100_000);
  for (let part = 0; part < 100; part++) {
    pass(100);
    work.note(1000);
  }
  work.end();
  return { speeds, pass };
};

describe('the speeds of engines', () => {
  it('refuse what one request cannot have translated in time, and say why', async () => {
    const { speeds } = await measured();
    const deadline = speeds.startDeadline(5000);
    await deadline.expect('engine', 30_000);
    await expect(deadline.expect('engine', 30_000)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 1,
      message: expect.stringMatching(
        /translates about \d{6} characters per minute .* no longer than 5 seconds\. Send fewer/,
      ),
    });
  });

  it('refuse what others are in the way of, until these are done', async () => {
    const { speeds, pass } = await measured();
    const others = await speeds.startDeadline(60_000).expect('engine', 80_000);
    const deadline = speeds.startDeadline(12_000);
    await expect(deadline.expect('engine', 70_000)).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 8,
    });
    pass(1000);
    others.note(10_000);
    await deadline.expect('engine', 7000);
  });

  it('rely on part of the time only, because a busy machine may get slower', async () => {
    const { speeds } = await measured();
    const wanted = () => speeds.startDeadline(10_000).expect('engine', 30_000);
    await expect(speeds.startDeadline(10_000).expect('engine', 90_000)).rejects.toThrow();
    await wanted();
    await expect(wanted()).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  it('let a short text in beside a long one, which it takes turns with', async () => {
    const { speeds } = await measured();
    await speeds.startDeadline(600_000).expect('engine', 1_000_000);
    await speeds.startDeadline(1000).expect('engine', 500);
  });

  it('refuse nothing that is half done', async () => {
    const { speeds, pass } = await measured();
    const deadline = speeds.startDeadline(10_000);
    pass(3000);
    await deadline.expect('engine', 1_000_000);
  });

  it('refuse no request that is alone for an engine that has shown no speed, or long ago', async () => {
    const { speeds, pass } = await measured();
    const tooMuch = async () =>
      (await speeds.startDeadline(1000).expect('engine', 1_000_000)).end();
    await speeds.startDeadline(1000).expect('other', 1_000_000);
    await expect(tooMuch()).rejects.toThrow();
    pass(31_000);
    await tooMuch();
  });

  it('do not take an engine for slow that has little to do', async () => {
    let nowMs = 0;
    const speeds = createEngineSpeeds(() => nowMs);
    for (let request = 0; request < 500; request++) {
      const work = await speeds.startDeadline(30_000).expect('engine', 100);
      nowMs += 1000;
      work.end();
    }
    await speeds.startDeadline(1000).expect('engine', 100_000);
  });

  it('say when half of the time is over', () => {
    let nowMs = 0;
    const deadline = createEngineSpeeds(() => nowMs).startDeadline(1000);
    nowMs = 500;
    expect(deadline.isNear()).toBe(false);
    nowMs = 501;
    expect(deadline.isNear()).toBe(true);
  });
});

describe('many requests to an engine that has shown no speed yet', () => {
  const REQUEST = 7000;
  /** Twelve at once, each with half a minute. @returns how many may begin, wait and are refused */
  const crowd = () => {
    let nowMs = 0;
    let waitsOver: (() => void)[] = [];
    const speeds = createEngineSpeeds(
      () => nowMs,
      (_, signal) =>
        new Promise((resolve) => {
          waitsOver.push(resolve);
          signal.addEventListener('abort', () => resolve());
        }),
    );
    const begun: Awaited<ReturnType<Deadline['expect']>>[] = [];
    const refusals: unknown[] = [];
    const all = Array.from({ length: 12 }, () =>
      speeds
        .startDeadline(30_000)
        .expect('engine', REQUEST)
        .then(
          (work) => begun.push(work),
          (reason) => refusals.push(reason),
        ),
    );
    return {
      begun,
      refusals,
      settled: Promise.all(all),
      turn: () => new Promise((resolve) => setImmediate(resolve)),
      pass: (ms: number) => {
        nowMs += ms;
      },
      endWaits: () => {
        for (const end of waitsOver) end();
        waitsOver = [];
      },
    };
  };

  it('wait until it has, and then all begin where it is fast', async () => {
    const { begun, refusals, settled, turn, pass } = crowd();
    await turn();
    expect(begun).toHaveLength(1);
    pass(1000);
    begun[0]?.note(REQUEST);
    await settled;
    expect(begun).toHaveLength(12);
    expect(refusals).toEqual([]);
  });

  it('are refused where it turns out to be slow', async () => {
    const { begun, refusals, settled, turn, pass } = crowd();
    await turn();
    pass(3000);
    begun[0]?.note(REQUEST / 2);
    await settled;
    expect(begun).toHaveLength(2);
    expect(refusals).toHaveLength(10);
    expect(refusals[0]).toMatchObject({ code: 'too_many_requests' });
  });

  it('are refused where it has not when a fifth of their time is over', async () => {
    const { begun, refusals, settled, turn, pass, endWaits } = crowd();
    await turn();
    pass(6000);
    endWaits();
    await settled;
    expect(begun).toHaveLength(1);
    expect(refusals[0]).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 5 });
  });
});
