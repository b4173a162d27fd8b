import { describe, expect, it } from 'vitest';
import { findLanguageByName, nearestName, suggestLanguage } from './suggest-language.js';

describe('a language by its name', () => {
  it.each([
    ['german', 'DE'],
    ['Deutsch', 'DE'],
    [' SPANISH ', 'ES'],
    ['español', 'ES'],
    ['日本語', 'JA'],
    ['English (British)', 'EN-GB'],
  ])('%s is %s', (name, code) => {
    expect(findLanguageByName(name)?.code).toBe(code);
  });

  it.each(['de', 'Klingon', '', 'x'.repeat(100_000)])('"%.20s" is none', (name) => {
    expect(findLanguageByName(name)).toBeUndefined();
  });
});

describe('what was meant by', () => {
  it.each([
    ['a name', 'Spanish', 'ES'],
    ['a name with a slip', 'Spansh', 'ES'],
    ['a code of three letters', 'deu', 'DE'],
    ['an old code', 'iw', 'HE'],
    ['a country', 'JP', 'JA'],
    ['a country with a variant of its own', 'gb', 'EN-GB'],
    ['the code of Norwegian', 'no', 'NB'],
    ['a variant there is none of', 'de-DE', 'DE'],
    ['a variant with an underscore', 'pt_BR', 'PT-BR'],
    ['a country that writes in a variant', 'zh_TW', 'ZH-HANT'],
    ['a variant with an underscore that there is none of', 'fr_BE', 'FR'],
  ])('%s: %s', (_what, text, code) => {
    expect(suggestLanguage(text)?.code).toBe(code);
  });

  it.each(['zz', 'xx', 'q', 'Klingon', '12', '', '-', 'x'.repeat(100_000)])(
    'nothing can be told of "%.20s"',
    (text) => {
      expect(suggestLanguage(text)).toBeUndefined();
    },
  );
});

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
