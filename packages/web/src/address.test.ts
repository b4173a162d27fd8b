import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress, toFragment } from './browser/address.js';

describe('the address of the page', () => {
  it('keeps any text and the languages', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.constantFrom('', 'DE'),
        fc.constantFrom('ES', 'EN-GB', 'ES-419'),
        (text, source, target) => {
          const state = { text, source, target };
          const { hash } = new URL(toFragment(state), 'http://localhost/');
          expect(readAddress(hash)).toEqual(state);
        },
      ),
    );
  });

  it('without a text has no fragment', () => {
    expect(toFragment({ text: '', source: 'DE', target: 'ES' })).toBe('');
    expect(readAddress('')).toBeUndefined();
    expect(readAddress('#from=DE&to=ES')).toBeUndefined();
  });

  it.each([
    ['#en/de/Good%20morning', { text: 'Good morning', source: 'EN', target: 'DE' }],
    ['#auto/pt-br/1%5C%2F2%20a%5C%7Cb', { text: '1/2 a|b', source: '', target: 'PT-BR' }],
    ['#en/de/', { text: '', source: 'EN', target: 'DE' }],
    ['#en/de', { text: '', source: 'EN', target: 'DE' }],
    ['#en-us/zh-hans/100%', { text: '100%', source: 'EN', target: 'ZH-HANS' }],
  ])('may have the form of other translation pages: %s', (fragment, state) => {
    expect(readAddress(fragment)).toEqual(state);
  });

  it('may come from anybody: what is no language is left out', () => {
    expect(readAddress('#text=a&from=de&to=<b>')).toEqual({ text: 'a', source: 'DE', target: '' });
  });
});
