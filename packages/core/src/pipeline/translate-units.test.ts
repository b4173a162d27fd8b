import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCached, toCached } from './translate-units.js';

describe('a translation in the cache', () => {
  const span = fc.record({ span: fc.nat(), start: fc.nat(), end: fc.nat() });
  const text = fc.string({ unit: fc.constantFrom('a', '\0', '\n', ' ', '1:2:3', '👍') });

  it('comes out as it went in', () => {
    fc.assert(
      fc.property(fc.record({ text, spans: fc.array(span) }), (translated) => {
        expect(fromCached(toCached(translated))).toEqual(translated);
      }),
    );
  });
});
