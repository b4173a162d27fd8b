import { brotliDecompressSync } from 'node:zlib';
import { eld } from 'eld/medium';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packNgrams } from '../../../../scripts/pack-ngrams.mjs';
import { LANGUAGES, PACKED_NGRAMS, UNUSED_BYTES } from './ngram-table.js';
import { ELD_LANGUAGES, eldScores, loadNgramModel } from './ngrams.js';

const model = loadNgramModel();

/** eld reports s = a / (a + 25) for a mean score a. */
const eldMeans = (text: string): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(eld.detect(text).getScores()).map(([code, share]) => [
      code,
      (25 * share) / (1 - share),
    ]),
  );

const expectSame = (text: string): void => {
  const [own, theirs] = [model.scoresOf(text), eldMeans(text)];
  expect([...own.keys()].toSorted()).toEqual([...theirs.keys()].toSorted());
  for (const [code, mean] of theirs) expect(own.get(code)).toBeCloseTo(mean, 6);
};

test('the table is that of the installed eld', async () => {
  const { bytes, languages, unused } = await packNgrams();
  expect(brotliDecompressSync(Buffer.from(PACKED_NGRAMS, 'base64')).equals(bytes)).toBe(true);
  expect(LANGUAGES).toEqual(languages);
  expect([...UNUSED_BYTES]).toEqual(unused);
}, 60_000);

test('its languages are those listed', () => {
  const tags = new Set(model.languages.map((code) => (code === 'no' ? 'nb' : code)));
  expect(ELD_LANGUAGES).toEqual(tags);
});

test.each([
  'Please don’t use the drivers’ entrance, it is ‘closed’!',
  'Das Rathaus wird morgen geöffnet; 12 Uhr?',
  'Погода в городе сегодня хорошая, но завтра будет дождь.',
  '今天天气很好，我们去公园吧。 ไม่เป็นไร ขอบคุณครับ',
  'გამარჯობა, როგორ ხარ? 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 letters',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  'слово '.repeat(60),
  'я'.repeat(400),
  '',
])('says the same as eld of “%s”', expectSame);

test('says the same as eld of any text', () => {
  const letters = fc.constantFrom(..."aeinrstxyzäöüßéèñçłžабвгдеёжαβγאבגابت的是一ไมक가'’` .-1");
  fc.assert(fc.property(fc.string({ unit: letters, maxLength: 280 }), expectSame), {
    numRuns: 300,
  });
}, 60_000);

test('a mean score is scaled by the number of n-grams', () => {
  // A word of five bytes is two n-grams: steepness × mean × √2 / 10.
  const scores = eldScores(
    {
      scoresOf: () =>
        new Map([
          ['en', 100],
          ['no', 25],
        ]),
    },
    ['hello'],
  );
  expect(scores.get('en')).toBeCloseTo((0.44 * 100 * Math.SQRT2) / 10, 6);
  expect(scores.get('nb')).toBeCloseTo((0.44 * 25 * Math.SQRT2) / 10, 6);
});

test('the scale of real scores has not moved', () => {
  const scores = eldScores(model, 'the weather was good on the day we left'.split(' '));
  expect(scores.get('en')).toBeCloseTo(33.39, 1);
});

test('no words, no scores', () => {
  expect(eldScores({ scoresOf: () => new Map([['en', 100]]) }, []).size).toBe(0);
});
