import { describe, expect, it } from 'vitest';
import { AlignmentRecord } from './alignment-record.js';

describe('an alignment record', () => {
  it('allows for some failures, and more where there are successes', () => {
    let nowMs = 0;
    const record = new AlignmentRecord(() => nowMs);
    const noteTimes = (count: number, isPlausible: boolean): void => {
      for (let time = 0; time < count; time++) record.note(isPlausible);
    };
    noteTimes(7, false);
    expect(record.isUsable).toBe(true);
    noteTimes(3, true);
    noteTimes(2, false);
    expect(record.isUsable).toBe(true);
    noteTimes(1, false);
    expect(record.isUsable).toBe(false);
    // Other sentences may fare better.
    nowMs = 60_000;
    expect(record.isUsable).toBe(true);
  });

  it('ends with a model that has none', () => {
    const record = new AlignmentRecord();
    record.note(true);
    record.ruleOut();
    expect(record.isUsable).toBe(false);
  });
});
