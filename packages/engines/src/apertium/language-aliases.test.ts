import { describe, expect, it } from 'vitest';
import { languagesOfCode, variantOfCode } from './language-aliases.js';

describe('the languages of mode names', () => {
  it.each([
    ['eng', ['en']],
    ['en', ['en']],
    ['cat', ['ca']],
    ['nob', ['nb']],
    ['zlm', ['ms']],
    ['ind', ['id']],
    ['hbs', ['hr', 'bs']],
    ['rus', ['ru']],
    ['nno', []],
    ['ast', []],
    ['szl', []],
    ['xx', []],
  ])('%s', (code, languages) => {
    expect(languagesOfCode(code)).toEqual(languages);
  });

  it('knows the variants the service has', () => {
    expect(variantOfCode('por', 'BR')).toBe('pt-BR');
    expect(variantOfCode('eng', 'US')).toBe('en-US');
    expect(variantOfCode('cat', 'valencia')).toBeUndefined();
    expect(variantOfCode('ast', 'BR')).toBeUndefined();
  });
});
