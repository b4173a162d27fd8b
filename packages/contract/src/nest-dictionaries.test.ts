import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nestDictionaries } from './glossary.js';

const dictionary = fc.record({
  source_lang: fc.string(),
  target_lang: fc.string(),
  entries: fc.string(),
});

describe('the flat fields of dictionaries in a form', () => {
  it.each([
    ['a dot', (index: number, member: string) => `dictionaries[${index}].${member}`],
    ['brackets', (index: number, member: string) => `dictionaries[${index}][${member}]`],
  ])('become a list, with %s before the member', (_, fieldOf) => {
    fc.assert(
      fc.property(fc.array(dictionary, { minLength: 1, maxLength: 12 }), (dictionaries) => {
        const flat = dictionaries.flatMap((members, index) =>
          Object.entries(members).map(([member, value]) => [fieldOf(index, member), value]),
        );
        const nested = nestDictionaries({ name: 'n', ...Object.fromEntries(flat.toReversed()) });
        expect(JSON.stringify(nested)).toBe(
          JSON.stringify({
            name: 'n',
            dictionaries: dictionaries.map((members) =>
              Object.fromEntries(Object.entries(members).toReversed()),
            ),
          }),
        );
      }),
    );
  });

  it('need not begin at 0', () => {
    expect(
      nestDictionaries({ 'dictionaries[10].entries': 'b', 'dictionaries[9].entries': 'a' }),
    ).toEqual({ dictionaries: [{ entries: 'a' }, { entries: 'b' }] });
  });

  it('cannot reach the prototype of anything', () => {
    const nested = nestDictionaries({ 'dictionaries[0].__proto__': 'x' });
    expect(Object.prototype).not.toHaveProperty('x');
    expect(JSON.stringify(nested)).toBe('{"dictionaries":[{"__proto__":"x"}]}');
  });

  it('leave every other body as it is', () => {
    for (const body of [undefined, null, 'text', [1], { name: 'n', dictionaries: [{ a: 'b' }] }]) {
      expect(nestDictionaries(body)).toBe(body);
    }
  });
});
