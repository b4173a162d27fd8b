import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleOf } from './detector.js';
import { sampleWords } from './words.js';

test('a short text is its own sample', () => {
  expect(sampleOf('x'.repeat(600))).toEqual(['x'.repeat(600)]);
});

test('a long text is sampled at its start and in its middle', () => {
  const [start, middle] = sampleOf(`${'a'.repeat(5000)}${'b'.repeat(5000)}`);
  expect(start).toBe('a'.repeat(400));
  expect(middle).toBe('b'.repeat(200));
});

test('a sample never cuts a surrogate pair', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: 300, max: 900 }),
      (shift, count) => {
        const pieces = sampleOf('x'.repeat(shift) + '👍'.repeat(count));
        for (const piece of pieces)
          expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(piece)).toBe(false);
      },
    ),
  );
});

test('words are letters in lower case, with apostrophes and points within them', () => {
  expect(sampleWords(['L’Àvia cancel·la: 2 «Cafés»!'])).toEqual({
    words: ["l'àvia", 'cancel·la', 'cafés'],
    letterCount: 20,
  });
});

test('addresses, tags and placeholders are no words, unless there is nothing else', () => {
  expect(
    sampleWords(['<b>Ja</b> a@b.org {name} %s $x foo_bar https://example.org nein']).words,
  ).toEqual(['ja', 'nein']);
  expect(sampleWords(['user_name']).words).toEqual(['user', 'name']);
});
