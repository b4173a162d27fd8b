import { expect, test } from 'vitest';
import { chooseLanguage, preferWanted } from './preference.js';

const WANTED = new Set(['en', 'da']);

test('a wanted language gains where little is known, and next to nothing where much is', () => {
  const weak = preferWanted(new Map(Object.entries({ en: 0.4, de: 0.6 })), WANTED);
  expect(weak.get('en')).toBeGreaterThan(0.6);
  const strong = preferWanted(new Map(Object.entries({ en: 0.001, de: 0.999 })), WANTED);
  expect(strong.get('en')).toBeLessThan(0.003);
  expect([...weak.values()].reduce((sum, share) => sum + share)).toBeCloseTo(1, 9);
});
test('neighbours that are not wanted count together', () => {
  const posterior = new Map(Object.entries({ en: 0.1, cs: 0.45, sk: 0.45 }));
  expect(chooseLanguage(posterior, WANTED)).toMatchObject({ language: 'cs', isWanted: false });
});
test('many faint languages do not outweigh a wanted one about as likely as each', () => {
  const posterior = new Map(Object.entries({ en: 0.2, cs: 0.25, sk: 0.25, pl: 0.3 }));
  expect(chooseLanguage(posterior, WANTED)).toMatchObject({ language: 'en', isWanted: true });
});
test('where no wanted language is written so, another one is answered, or none', () => {
  expect(chooseLanguage(new Map([['th', 0.99]]), WANTED)).toMatchObject({ language: 'th' });
  expect(chooseLanguage(new Map(), WANTED)).toMatchObject({ language: null });
});
