import { describe, expect, it } from 'vitest';
import { mayHaveMovedCapital, withCapitalsOf, withoutMovedCapital } from './moved-capitals.js';

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

  it.each([
    ['Grep come en Madrid', 'Grep Mange à Madrid', 'Grep mange à Madrid'],
    ['Grep come en Madrid', 'Grep mange à Madrid', 'Grep mange à Madrid'],
    ['Grep Come en Madrid', 'Grep Mange à Madrid', 'Grep Mange à Madrid'],
  ])('of %s → %s is dropped where only names have one', (source, output, expected) => {
    expect(withoutMovedCapital(source, output)).toBe(expected);
  });

  it('is left where it belongs', () => {
    expect(withCapitalsOf('Grep Imprime en Google', ', Grep imprime en Google')).toBe(
      'Grep imprime en Google',
    );
    expect(withCapitalsOf('Zzqa Is in Rome', 'And Zzqa is in Rome')).toBe('Zzqa is in Rome');
    expect(withCapitalsOf('Zzqa English', ', Zzqa English')).toBe('Zzqa English');
    expect(withCapitalsOf('Zzqa Reads', ', other words')).toBe('Zzqa Reads');
  });
});
