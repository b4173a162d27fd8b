import { describe, expect, it } from 'vitest';
import { inflectionsOf } from './inflections.js';

describe('the inflections of a reading', () => {
  const of = (reading: string) =>
    Object.fromEntries(inflectionsOf(reading).map(({ name, inflect }) => [name, inflect(reading)]));

  it('are the plural of most nouns', () => {
    expect(of('house<n><sg>')).toEqual({ pl: 'house<n><pl>' });
  });

  it('combine number, definiteness and case', () => {
    expect(of('hus<n><nt><sg><ind>')).toEqual({
      pl: 'hus<n><nt><pl><ind>',
      def: 'hus<n><nt><sg><def>',
      gen: 'hus<n><nt><sg><ind><gen>',
      'pl def': 'hus<n><nt><pl><def>',
      'pl gen': 'hus<n><nt><pl><ind><gen>',
      'def gen': 'hus<n><nt><sg><def><gen>',
      'pl def gen': 'hus<n><nt><pl><def><gen>',
    });
    expect(Object.keys(of('domo<n><sg><nom>'))).toContain('pl acc');
  });

  it('combine number and gender of adjectives', () => {
    expect(of('rojo<adj><m><sg>')).toEqual({
      pl: 'rojo<adj><m><pl>',
      f: 'rojo<adj><f><sg>',
      'pl f': 'rojo<adj><f><pl>',
    });
    expect(of('verde<adj><mf><sg>')).toEqual({ pl: 'verde<adj><mf><pl>' });
  });

  it('are none of what does not change', () => {
    expect(of('de<pr>')).toEqual({});
  });
});
