import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLatest } from './browser/service/latest.js';

describe('translating as a person types', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const record = () => {
    const signals: AbortSignal[] = [];
    const latest = createLatest(async (signal) => {
      signals.push(signal);
    });
    return { latest, signals };
  };

  it('waits for a moment of quiet and then works once', () => {
    const { latest, signals } = record();
    for (const _ of 'word') {
      latest.soon();
      vi.advanceTimersByTime(100);
    }
    expect(signals).toHaveLength(0);
    vi.advanceTimersByTime(300);
    expect(signals).toHaveLength(1);
  });

  it('does not wait for ever for who never pauses', () => {
    const { latest, signals } = record();
    for (let key = 0; key < 30; key++) {
      latest.soon();
      vi.advanceTimersByTime(100);
    }
    expect(signals).toHaveLength(2);
  });

  it('aborts older work when newer begins, not before', () => {
    const { latest, signals } = record();
    latest.now();
    latest.soon();
    expect(signals[0]?.aborted).toBe(false);
    vi.advanceTimersByTime(300);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('drops what was planned when something changes before', () => {
    const { latest, signals } = record();
    latest.after(5000);
    latest.now();
    vi.advanceTimersByTime(10_000);
    expect(signals).toHaveLength(1);
  });
});
