import { describe, expect, it } from 'vitest';
import { LOCALES } from './browser/locales.js';
import { describeError, ENGLISH, ERROR_TEXTS } from './error-pages.js';

describe('the description of an error', () => {
  it('is in the best language that the browser asks for and the page is written in', () => {
    expect(describeError(404, 'de-CH, de;q=0.9')).toMatchObject({
      locale: 'de',
      direction: 'ltr',
      summary: 'Unter dieser Adresse gibt es keine Seite.',
    });
    expect(describeError(404, 'en;q=0.5, xx, fr;q=0.8').locale).toBe('fr');
    expect(describeError(404, 'fr;q=0, nl;q=0.1').locale).toBe('nl');
    expect(describeError(403, 'iw').direction).toBe('rtl');
  });

  it.each([undefined, '', 'xx', ';;q=', '*'])('is in English for %j', (header) => {
    expect(describeError(500, header)).toMatchObject({
      locale: 'en',
      summary: 'This did not work.',
    });
  });

  it('exists for every language of the page, and says the same things in each', () => {
    expect(Object.keys(ERROR_TEXTS).toSorted()).toEqual(LOCALES.toSorted());
    for (const texts of Object.values(ERROR_TEXTS)) {
      expect(Object.keys(texts)).toEqual(Object.keys(ENGLISH));
      expect(Object.values(texts).every((text) => text.trim() !== '')).toBe(true);
    }
  });
});
