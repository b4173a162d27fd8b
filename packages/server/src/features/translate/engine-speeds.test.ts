import { describe, expect, it } from 'vitest';
import { createEngineSpeeds } from './engine-speeds.js';

/** Speeds by a clock of the test's own, of an engine that has done 100,000 characters in 10 s. */
const measured = () => {
  let nowMs = 0;
  const speeds = createEngineSpeeds(() => nowMs);
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  const work = speeds.startDeadline(30_000).expect('engine', 100_000);
  for (let part = 0; part < 100; part++) {
    pass(100);
    work.note(1000);
  }
  work.end();
  return { speeds, pass };
};

describe('the speeds of engines', () => {
  it('refuse what one request cannot have translated in time, and say why', () => {
    const { speeds } = measured();
    const deadline = speeds.startDeadline(5000);
    expect(() => deadline.expect('engine', 40_000)).not.toThrow();
    expect(() => deadline.expect('engine', 40_000)).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        retryAfterSeconds: 1,
        message: expect.stringMatching(
          /translates about \d{6} characters a minute .* no longer than 5 seconds\. Send fewer/,
        ),
      }),
    );
  });

  it('refuse what others are in the way of, until these are done', () => {
    const { speeds, pass } = measured();
    const others = speeds.startDeadline(60_000).expect('engine', 80_000);
    const deadline = speeds.startDeadline(9000);
    expect(() => deadline.expect('engine', 70_000)).toThrow(
      expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 8 }),
    );
    pass(1000);
    others.note(10_000);
    expect(() => deadline.expect('engine', 7000)).not.toThrow();
  });

  it('let a short text in beside a long one, which it takes turns with', () => {
    const { speeds } = measured();
    speeds.startDeadline(600_000).expect('engine', 1_000_000);
    expect(() => speeds.startDeadline(1000).expect('engine', 500)).not.toThrow();
  });

  it('refuse nothing that is half done', () => {
    const { speeds, pass } = measured();
    const deadline = speeds.startDeadline(10_000);
    pass(3000);
    expect(() => deadline.expect('engine', 1_000_000)).not.toThrow();
  });

  it('refuse nothing for an engine that has shown no speed, or long ago', () => {
    const { speeds, pass } = measured();
    const tooMuch = () => speeds.startDeadline(1000).expect('engine', 1_000_000).end();
    expect(() => speeds.startDeadline(1000).expect('other', 1_000_000)).not.toThrow();
    expect(tooMuch).toThrow();
    pass(31_000);
    expect(tooMuch).not.toThrow();
  });

  it('do not take an engine for slow that has little to do', () => {
    let nowMs = 0;
    const speeds = createEngineSpeeds(() => nowMs);
    for (let request = 0; request < 500; request++) {
      const work = speeds.startDeadline(30_000).expect('engine', 100);
      nowMs += 1000;
      work.end();
    }
    expect(() => speeds.startDeadline(1000).expect('engine', 100_000)).not.toThrow();
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
