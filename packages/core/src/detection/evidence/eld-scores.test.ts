import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { ELD_LANGUAGES, eldScores } from './eld-scores.js';

// Loads the model here, where a busy machine has time for it.
beforeAll(async () => {
  await import('eld/medium');
}, 60_000);

test('eld is the version whose score scale is inverted here', async () => {
  const entry = import.meta.resolve('eld');
  const manifest = await readFile(new URL('../../package.json', entry), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ version: '2.1.0' });
});

test('its languages are those listed', async () => {
  const { eld } = await import('eld/medium');
  const { Languages } = eld.info();
  const tags = new Set(Object.values(Languages).map((code) => (code === 'no' ? 'nb' : code)));
  expect(ELD_LANGUAGES).toEqual(tags);
});

test('a share s of eld is a mean n-gram score of 25 s / (1 - s)', () => {
  const eld = { detect: () => ({ getScores: () => ({ en: 0.8, no: 0.5 }) }) };
  // A word of five bytes is two n-grams: steepness × mean × √2 / 10.
  const scores = eldScores(eld, ['hello']);
  expect(scores.get('en')).toBeCloseTo((0.44 * 100 * Math.SQRT2) / 10, 6);
  expect(scores.get('nb')).toBeCloseTo((0.44 * 25 * Math.SQRT2) / 10, 6);
});

test('the scale of real scores has not moved', async () => {
  const { eld } = await import('eld/medium');
  const scores = eldScores(eld, 'the weather was good on the day we left'.split(' '));
  expect(scores.get('en')).toBeCloseTo(33.39, 1);
});

test('no words, no scores', () => {
  const eld = { detect: () => ({ getScores: () => ({ en: 0.8 }) }) };
  expect(eldScores(eld, []).size).toBe(0);
});
