import { expect, test } from 'vitest';
import { applyRequestPrior, chooseLanguage, preferWanted } from './weigh-evidence.js';

const sure = {
  posterior: new Map([
    ['de', 0.99],
    ['da', 0.01],
  ]),
  letterCount: 50,
};
const unsure = {
  posterior: new Map([
    ['da', 0.6],
    ['de', 0.4],
  ]),
  letterCount: 4,
};
const nothing = { posterior: new Map<string, number>(), letterCount: 0 };

const share = (posterior: ReadonlyMap<string, number> | undefined, language: string) =>
  posterior?.get(language) ?? 0;

test('an unsure text leans on a sure one', () => {
  expect(share(applyRequestPrior([unsure, sure])[0], 'de')).toBeGreaterThan(0.9);
});
test('a language it all but rules out stays ruled out', () => {
  const other = {
    posterior: new Map([
      ['da', 0.85],
      ['de', 0.001],
      ['nb', 0.149],
    ]),
    letterCount: 4,
  };
  expect(share(applyRequestPrior([other, sure])[0], 'da')).toBeGreaterThan(0.8);
});
test('a sure text stays as it is', () => {
  expect(applyRequestPrior([sure, unsure])[0]).toBe(sure.posterior);
});
test('alone, or beside texts that say nothing, it stays as it is', () => {
  expect(applyRequestPrior([unsure])[0]).toBe(unsure.posterior);
  expect(applyRequestPrior([unsure, nothing])[0]).toBe(unsure.posterior);
  expect(applyRequestPrior([unsure, nothing])[1]?.size).toBe(0);
});
test('evidence of its own outweighs any neighbours', () => {
  const english = {
    posterior: new Map([
      ['en', 0.5],
      ['de', 0.1],
    ]),
    letterCount: 8,
  };
  const [posterior] = applyRequestPrior([english, sure, sure, sure]);
  expect(share(posterior, 'en')).toBeGreaterThan(share(posterior, 'de'));
});
test('a text whose words name its language leans on none', () => {
  expect(applyRequestPrior([{ ...unsure, isOwn: true }, sure])[0]).toBe(unsure.posterior);
});
test('no text leans on a rare language', () => {
  const esperanto = { posterior: new Map([['eo', 1]]), letterCount: 50 };
  const word = {
    posterior: new Map([
      ['en', 0.5],
      ['eo', 0.5],
    ]),
    letterCount: 5,
  };
  expect(applyRequestPrior([word, esperanto])[0]).toBe(word.posterior);
});
test('unsure texts lean on each other', () => {
  const french = {
    posterior: new Map([
      ['fr', 0.5],
      ['de', 0.5],
    ]),
    letterCount: 5,
  };
  expect(share(applyRequestPrior([unsure, french])[0], 'de')).toBeGreaterThan(0.6);
});

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
