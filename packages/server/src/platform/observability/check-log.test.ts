import { type Logger, silentLogger, silentMeter } from '@dragoman/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCheckLog } from './check-log.js';

afterEach(() => {
  vi.useRealTimers();
});

const failure = { engine: 'llm-test', pair: 'en-de', defect: 'language', repair: 'none' };

const setUp = () => {
  vi.useFakeTimers();
  const lines: object[] = [];
  const counted: unknown[] = [];
  const log: Logger = { ...silentLogger, info: (fields) => lines.push(fields) };
  const meter = {
    ...silentMeter,
    count: (...parameters: readonly unknown[]) => counted.push(parameters),
  };
  return { lines, counted, ...createCheckLog(meter, log) };
};

describe('the log of failed checks', () => {
  it('has one line per minute, the most frequent first, and counts them as before', () => {
    const { lines, counted, meter } = setUp();
    meter.count('checks', failure);
    meter.count('checks', { ...failure, defect: 'length' });
    meter.count('checks', failure);
    meter.count('checks', { ...failure, repair: 'rewording' });
    meter.count('fallbacks', { engine: 'llm-test', pair: 'en-de' });
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      {
        sentences: 4,
        repaired: 1,
        most: [
          { ...failure, sentences: 2 },
          { ...failure, defect: 'length', sentences: 1 },
          { ...failure, repair: 'rewording', sentences: 1 },
        ],
      },
    ]);
    expect(counted).toHaveLength(5);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
  });

  it('logs the rest at the end', () => {
    const { lines, meter, stop } = setUp();
    meter.count('checks', failure);
    stop();
    expect(lines).toEqual([{ sentences: 1, repaired: 0, most: [{ ...failure, sentences: 1 }] }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
