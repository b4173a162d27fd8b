import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { byteCount, formatByteLimit, listOf, wholeNumber } from './setting-types.js';

const TEBIBYTE = 1024 ** 4;

describe('whole numbers', () => {
  const { schema, expects } = wholeNumber('ms', { minimum: 10, maximum: 20 });

  it('come as text or as numbers', () => {
    expect(schema.parse('15')).toBe(15);
    expect(schema.parse(15)).toBe(15);
  });

  it.each([
    '9',
    '21',
    '-15',
    '15.0',
    '1e1',
    '0x0f',
    ' 15',
    '15 ',
    '+15',
    '١٥',
    'NaN',
    15.5,
    true,
    [15],
  ])('are not %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });

  it('say their bounds', () => {
    expect(expects).toBe('a whole number from 10 to 20');
  });
});

describe('sizes', () => {
  const { schema, expects } = byteCount({ minimum: 0, maximum: TEBIBYTE });

  it.each([
    ['131072', 131_072],
    ['128KiB', 131_072],
    ['128 kib', 131_072],
    ['64MiB', 67_108_864],
    ['2GiB', 2_147_483_648],
    ['0', 0],
    [4096, 4096],
  ])('%j is %d bytes', (value, bytes) => {
    expect(schema.parse(value)).toBe(bytes);
  });

  it.each(['64MB', '64M', '1.5GiB', '-1', '2TiB', 'MiB', '2000GiB', '999999999999999GiB'])(
    'are not %j',
    (value) => {
      expect(schema.safeParse(value).success).toBe(false);
    },
  );

  it('come back the same after they were shown', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: TEBIBYTE }),
        fc.constantFrom(1, 1024, 1024 ** 2),
        (n, unit) => {
          const bytes = Math.floor(n / unit) * unit;
          expect(schema.parse(formatByteLimit(bytes))).toBe(bytes);
        },
      ),
    );
  });

  it('say their bounds in units', () => {
    expect(expects).toContain('from 0 to 1024GiB');
  });
});

describe('lists', () => {
  const { schema } = listOf(z.enum(['a', 'b']), { maximumItems: 2, expects: 'a, b' });

  it('have commas, with or without blanks, or are arrays', () => {
    expect(schema.parse('b,a')).toEqual(['b', 'a']);
    expect(schema.parse(' b , a ')).toEqual(['b', 'a']);
    expect(schema.parse(['b', 'a'])).toEqual(['b', 'a']);
  });

  it.each(['', ',', 'a,', 'a,a', 'c', 'a b', [], ['a', 1], { 0: 'a' }])('are not %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false);
  });
});
