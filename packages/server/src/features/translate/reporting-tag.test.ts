import { describe, expect, it } from 'vitest';
import { readReportingTag } from './reporting-tag.js';

describe('the reporting tag', () => {
  it.each([
    ['Team-Billing', 'team-billing'],
    ['  customer-7\t', 'customer-7'],
    ['a b', 'a b'],
    [Buffer.from('Größe').toString('latin1'), 'größe'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['', undefined],
    ['  ', undefined],
  ])('%j is kept as %j', (sent, kept) => {
    expect(readReportingTag({ 'x-deepl-reporting-tag': sent })).toBe(kept);
    expect(readReportingTag({ 'x-reporting-tag': sent })).toBe(kept);
  });

  it('is nothing where none is sent', () => {
    expect(readReportingTag({ 'user-agent': 'x' })).toBeUndefined();
  });

  it.each(['x'.repeat(101), 'a\tb'])('%j is refused by the name of its header', (sent) => {
    expect(() => readReportingTag({ 'x-deepl-reporting-tag': sent })).toThrow(
      "Value for 'x-deepl-reporting-tag' not supported.",
    );
  });
});
