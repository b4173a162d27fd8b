import { describe, expect, it } from 'vitest';
import { plainText } from '../protection/placed-spans.js';
import { localiseQuotes } from './quotations.js';

const unitsOf = (texts: readonly string[]) =>
  texts.map((text) => ({
    text,
    protectedSpans: [...text.matchAll(/`[^`]*`/g)].map(({ index, 0: code }) => ({
      start: index,
      end: index + code.length,
      kind: 'placeholder' as const,
    })),
  }));

const localise = (
  units: ReturnType<typeof unitsOf>,
  translated: readonly string[],
  target: string,
): readonly string[] =>
  localiseQuotes(units, translated.map(plainText), target).map(({ text }) => text);

describe('quotation marks', () => {
  it.each([
    ['es', 'say “x” now', 'di “x” ya', 'di «x» ya'],
    ['fr', 'say “x” now', 'dis “x” ici', 'dis «\u00a0x\u00a0» ici'],
    ['de', 'say “x” now', 'sag “x” nun', 'sag „x“ nun'],
    ['de', 'say “x” now', 'sag „x“ nun', 'sag „x“ nun'],
    ['en', 'dis «\u00a0x\u00a0» ici', 'say «\u00a0x\u00a0» now', 'say “x” now'],
    ['en', '„x“ und „y“', '„x“ and „y“', '“x” and “y”'],
    ['sv', 'say “x” now', 'säg “x” nu', 'säg ”x” nu'],
    ['pt-PT', 'say “x”', 'diz “x”', 'diz «x»'],
    ['pt-BR', 'say “x”', 'diz “x”', 'diz “x”'],
    ['zh-Hant', 'say “x”', '說“x”', '說「x」'],
    ['es', 'say "x" now', 'di "x" ya', 'di "x" ya'],
    ['es', 'say “x now', 'di “x ya', 'di “x ya'],
    ['es', 'say “x” now', 'di x ya', 'di x ya'],
    ['es', 'say “x” now', 'di "x" ya', 'di «x» ya'],
    ['fr', 'say “x” now', 'dis "x" ici', 'dis «\u00a0x\u00a0» ici'],
    ['de', 'say "x" now', 'sag „x“ nun', 'sag "x" nun'],
    ['en', 'dis "x" ici', 'say «\u00a0x\u00a0» now', 'say "x" now'],
    ['de', 'a 5" and a “b”', 'ein 5" und ein “b”', 'ein 5" und ein „b“'],
    ['es', '“a “b” c”', '“a “b” c”.', '“a “b” c”.'],
    ['es', '`“”` “x”', '`“”` “y”', '`“”` “y”'],
    ['es', 'say “x”', 'say “x”', 'say “x”'],
    ['tlh', 'say “x”', 'jatlh “x”', 'jatlh “x”'],
  ])('in %s: %s, %s → %s', (target, source, translated, expected) => {
    expect(localise(unitsOf([source]), [translated], target)).toEqual([expected]);
  });

  it('are those of the target in each sound sentence where another one has lost some', () => {
    const units = unitsOf(['He says “x”.', 'She says “y”.', 'They say “z”.']);
    expect(localise(units, ['Er sagt “x.', 'Sie sagt "y".', 'Man sagt «z».'], 'de')).toEqual([
      'Er sagt “x.',
      'Sie sagt „y“.',
      'Man sagt „z“.',
    ]);
  });

  it('go over several sentences', () => {
    const units = unitsOf(['“One.', 'Two.”', 'Three.']);
    expect(localise(units, ['“Uno.', 'Dos.”', 'Tres.'], 'es')).toEqual(['«Uno.', 'Dos.»', 'Tres.']);
  });
});
