import { describe, expect, it } from 'vitest';
import { createTranslationWork } from './translation-work.js';

const plain = (text: string) => ({ text, hasMarkup: false });
const marked = (text: string) => ({ text, hasMarkup: true });

/** Translates all batches into capitals. */
const work = (...units: Parameters<typeof createTranslationWork>[0]) => {
  const { next, finish, length } = createTranslationWork(units);
  const batches: string[][] = [];
  let batch = next([]);
  while (batch.texts.length > 0) {
    batches.push([...batch.texts]);
    batch = next(
      batch.texts.map((text) =>
        text.replace(/<[^>]*>|[^<]+/g, (part) =>
          part.startsWith('<') && batch.hasMarkup ? part : part.toUpperCase(),
        ),
      ),
    );
  }
  return { batches, length, translations: finish() };
};

describe('the work on a document', () => {
  it('is done in batches of a few neighbours of one kind', () => {
    const { batches, translations } = work(
      ...['a', 'b', 'c', 'd', 'e'].map(plain),
      marked('<g id="1">f</g>'),
      plain('g'),
    );
    expect(batches).toEqual([['a', 'b', 'c', 'd'], ['e'], ['<g id="1">f</g>'], ['g']]);
    expect(translations).toEqual(['A', 'B', 'C', 'D', 'E', '<g id="1">F</g>', 'G']);
  });

  it('is done once for what is repeated', () => {
    const { batches, length, translations } = work(
      ...Array.from({ length: 1000 }, () => plain('no')),
    );
    expect(batches).toEqual([['no']]);
    expect(length).toBe(2);
    expect(translations).toEqual(Array.from({ length: 1000 }, () => 'NO'));
  });

  it('is cut where a text is long, and put together again', () => {
    const text = 'One two three. '.repeat(1000).trim();
    const { batches, translations } = work(plain(text));
    for (const [one = ''] of batches) expect(one.length).toBeLessThanOrEqual(2000);
    expect(translations).toEqual([text.toUpperCase()]);
  });

  it('on a paragraph of unusual length is done without its formatting', () => {
    const { batches, translations } = work(marked('<g id="1">a &lt; b.</g> '.repeat(2000)));
    for (const [one = ''] of batches) expect(one.length).toBeLessThanOrEqual(2000);
    expect(translations?.[0]).toMatch(/^ ?A &lt; B\. +A &lt; B\./);
  });

  it('came to nothing when only marks and formatting have changed', () => {
    expect(work(plain('1 2 3'), marked('<g id="1">4</g>')).translations).toBeUndefined();
  });
});
