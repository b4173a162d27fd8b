import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasLeakedSymbols } from './find-defect.js';
import { enclosuresOf, findQuotations, keepsBrackets, keepsQuotes } from './quotations.js';

const found = (text: string): string[] =>
  findQuotations(text).map(({ open, close }) => text.slice(open, close && close + 1));

describe('quotations', () => {
  it.each([
    ["Click 'Save' or 'Delete'", ["'Save'", "'Delete'"]],
    ['a ‘red’ house', ['‘red’']],
    ['the „red“ and «big» and 「大」 and "old" one', ['„red“', '«big»', '「大」', '"old"']],
    ["value='small'", ["'small'"]],
    ["'The boys' room is red', he said.", ["'The boys' room is red'"]],
    [`"He said 'no'"`, [`"He said 'no'"`, "'no'"]],
    ["'I don't know John's house'", ["'I don't know John's house'"]],
    ["It's John's, and the boys' too; 'tis the '90s; get 'em", []],
    ['a 5" pipe and 5\' of it', []],
    ["l'eau d'ici", []],
    ["'Save and quit.", ["'Save and quit."]],
    ["'' and '-'", []],
  ])('of %s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('lie in the text, with marks at both ends', () => {
    const part = fc.constantFrom(
      "'",
      '’',
      '‘',
      '"',
      '“',
      '”',
      'word',
      's',
      ' ',
      '.',
      '5',
      '\ue000',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        let last = -1;
        for (const { open, close } of findQuotations(text)) {
          expect(open).toBeGreaterThan(last);
          last = open;
          expect(text.charAt(open)).toMatch(/["“”‘']/);
          if (close !== undefined) expect(text.slice(open, close + 1)).toMatch(/^.+["“”’'‘]$/u);
        }
      }),
    );
  });

  it('of 128 KiB are found in passing', () => {
    for (const part of ["'a", "a'", '"', "'a' ", '“a', "s' b", '«»']) {
      const ends = findQuotations(part.repeat(131_072 / part.length)).map(({ open }) => open);
      expect(ends).toEqual(ends.toSorted((one, two) => one - two));
    }
  });
});

describe('brackets and quotation marks', () => {
  it.each([
    ['Press [Enter] (or Tab)', 'Prensa [Intro] (o Tab)', true],
    ['Press [Enter]', 'Prensa Intro]', false],
    ['Press [Enter] (or Tab)', '请按【回车】（或制表符）', true],
    ['f(x)', 'f x', false],
    ['A smile :)', 'Una sonrisa :)', true],
    ['no brackets', 'sin (ellos)', true],
  ])('%s → %s: brackets kept %s', (source, translated, expected) => {
    expect(keepsBrackets(source, translated)).toBe(expected);
  });

  it.each([
    ["Click 'Save' now", 'Clic ave’ ahora', false],
    ["Click 'Save' now", 'Clic «Guardar» ahora', true],
    ["Click 'Save' now", 'Clic "Guardar" ahora', true],
    ['He said “no”.', 'Er sagte Nein.', false],
    ['“No,” he said.', '—No —dijo.', true],
    ['He said "no".', '他说“不”。', true],
    ['He said "no".', '彼は「いいえ」と言った。', true],
    ['a 5" pipe', 'un tubo de 5 pulgadas', true],
    ["It's the boys' room", 'Es la habitación', true],
  ])('%s → %s: quotes kept %s', (source, translated, expected) => {
    expect(keepsQuotes(source, translated)).toBe(expected);
  });

  it('are found in pairs', () => {
    const text = 'a (b [c] "d") e]';
    const pairs = enclosuresOf(text).map(([from, to]) => text.slice(from.start, to.end));
    expect(pairs.sort()).toEqual(['"d"', '(b [c] "d")', '[c]']);
  });

  it('are never lost in a text that is its own translation', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab5 \'’"“”()[].') }), (text) => {
        expect(keepsBrackets(text, text) && keepsQuotes(text, text)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('symbols of an analysis', () => {
  it.each([
    ['y = 3', '<prn> = 3', true],
    ['The red dog', 'El #perro rojo', true],
    ['The red dog', '@red *dog', true],
    ['a <prn> b', 'c <prn> d', false],
    ['#topic here', '#topic aquí', false],
    ['C# and a*b', 'C# y a*b', false],
    ['5 < 6 and 7 > 3', '5 < 6 y 7 > 3', false],
  ])('%s → %s: %s', (source, translated, expected) => {
    expect(hasLeakedSymbols(source, translated)).toBe(expected);
  });
});
