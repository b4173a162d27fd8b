import { describe, expect, it } from 'vitest';
import { mayHaveMovedCapital, withCapitalsOf } from './moved-capitals.js';

describe('the capital of a sentence', () => {
  it.each([
    ['Grep prints lines', 'Grep Imprime líneas', true],
    ['Grep prints lines', 'Grep imprime líneas', false],
    ['Grep Prints lines', 'Grep Imprime líneas', false],
    ['The house is red', 'La casa es roja', false],
    ['\u{f0000} prints lines', '\u{f0000} Imprime líneas', true],
  ])('in %s → %s may have moved: %s', (source, output, expected) => {
    expect(mayHaveMovedCapital(source, output)).toBe(expected);
  });

  it('is left where it belongs', () => {
    expect(withCapitalsOf('Grep Imprime en Google', ', Grep imprime en Google')).toBe(
      'Grep imprime en Google',
    );
    expect(withCapitalsOf('Zzqa English', ', Zzqa English')).toBe('Zzqa English');
    expect(withCapitalsOf('Zzqa Reads', ', other words')).toBe('Zzqa Reads');
  });
});
