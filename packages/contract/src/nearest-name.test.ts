import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.js';

describe('the nearest name', () => {
  it.each([
    ['prot', 'port'],
    ['PORT', 'port'],
    ['hosts', 'host'],
    ['dataDir', 'dataDirectory'],
  ])('of %s is %s', (name, nearest) => {
    expect(nearestName(name, ['host', 'port', 'dataDirectory'])).toBe(nearest);
  });

  it('is the first one of equals', () => {
    expect(nearestName('x', ['a', 'b'])).toBe('a');
  });

  it('is undefined among none', () => {
    expect(nearestName('x', [])).toBeUndefined();
  });

  it('is found for a name of any length', () => {
    expect(nearestName(`port${'x'.repeat(1_000_000)}`, ['port'])).toBe('port');
  });
});
