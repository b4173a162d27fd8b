import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billingPeriodOf, dayOf } from './billing-period.js';

describe('the billing period', () => {
  it('is a calendar month in UTC', () => {
    expect(billingPeriodOf(Date.parse('2028-02-29T23:59:59.999Z'))).toEqual({
      month: '2028-02',
      startMs: Date.parse('2028-02-01T00:00:00Z'),
      endMs: Date.parse('2028-03-01T00:00:00Z'),
      firstDay: '2028-02-01',
      lastDay: '2028-02-29',
    });
  });

  it('holds every moment in exactly one period, whose days hold its day', () => {
    const moments = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (date) => {
        const time = date.getTime();
        const { startMs, endMs, firstDay, lastDay } = billingPeriodOf(time);
        expect(startMs <= time && time < endMs).toBe(true);
        expect(firstDay <= dayOf(time) && dayOf(time) <= lastDay).toBe(true);
        expect(billingPeriodOf(endMs).startMs).toBe(endMs);
      }),
    );
  });
});
