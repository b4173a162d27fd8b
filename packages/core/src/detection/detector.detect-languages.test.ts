import { beforeAll, describe, expect, it } from 'vitest';
import type { Detector } from './detection.js';
import { createDetector, detectLanguages } from './detector.js';

const INSTALLED = new Set(['en', 'es', 'ca', 'fr']);

let detector: Detector;
beforeAll(async () => {
  detector = await createDetector();
}, 60_000);

const { signal } = new AbortController();

const detect = (...texts: string[]) => detectLanguages(texts, INSTALLED, detector, signal);

describe('naming the language of a text', () => {
  it('answers for each text, in order', async () => {
    const found = await detect(
      'This is my house, and that one over there is yours.',
      'Esta es mi casa, y aquella de allí es la tuya.',
    );
    expect(found.map(({ language }) => language)).toEqual(['en', 'es']);
  });

  it.each([
    ['fi', 'Sää oli yllättävän hyvä sinä päivänä, kun lähdimme matkalle.'],
    ['ja', '私たちが出発した日は天気がとても良かった。'],
    ['km', 'ថ្ងៃនេះអាកាសធាតុល្អណាស់ ហើយយើងចេញដំណើរ។'],
  ])('knows %s, which is not installed', async (language, text) => {
    const [detection] = await detect(text);
    expect(detection?.language).toBe(language);
    expect(detection?.confidence).toBeGreaterThan(0.9);
  });

  it('is never surer than 0.9 of fewer than 20 letters', async () => {
    const short = ['hello', 'hello handsome', 'สวัสดี', '1,234,567 km and back to 0', 'mañana'];
    for (const text of short) {
      for (const { confidence } of await detect(text))
        expect(confidence, text).toBeLessThanOrEqual(0.9);
    }
    const [long] = await detect('The weather was good on the day we left.');
    expect(long?.confidence).toBeGreaterThan(0.9);
  });

  it('names an installed language where nothing is sure, and says how unsure that is', async () => {
    // The word is Spanish, Portuguese, Italian and more.
    const [detection] = await detect('banana');
    expect(INSTALLED).toContain(detection?.language);
    expect(detection?.confidence).toBeLessThan(0.8);
  });

  it('gives no language, and no confidence, for a text without letters', async () => {
    expect(await detect('12:30 – 14', '')).toEqual([
      { language: null, confidence: 0 },
      { language: null, confidence: 0 },
    ]);
  });

  it('rules out languages of another script: "hello handsome" is no Bengali, Chinese no Korean', async () => {
    expect((await detect('hello handsome'))[0]?.language).toBe('en');
    expect((await detect('今天天气很好，我们出去走走吧。'))[0]?.language).toBe('zh');
  });
});
