import { describe, expect, it } from 'vitest';
import { createTranslationWork } from './translation-work.js';

const plain = (text: string) => ({ text, codes: [] });
/** A text in bold as a whole. */
const bold = (text: string) => ({
  text,
  codes: [
    { kind: 'open', id: 1, at: 0, length: 0 },
    { kind: 'close', id: 1, at: text.length, length: 0 },
  ] as const,
});

/** Translates all batches into capitals. */
const work = (...paragraphs: Parameters<typeof createTranslationWork>[0]) => {
  const { next, finish, length } = createTranslationWork(paragraphs);
  const batches: string[][] = [];
  let batch = next([]);
  while (batch.length > 0) {
    batches.push(batch.map(({ text }) => text));
    batch = next(batch.map(({ text, codes }) => ({ text: text.toUpperCase(), codes })));
  }
  return { batches, length, translations: finish() };
};

describe('the work on a document', () => {
  it('is done in batches of a few neighbours of one kind', () => {
    const { batches, translations } = work(
      ...['a', 'b', 'c', 'd', 'e'].map(plain),
      bold('f'),
      plain('g'),
    );
    expect(batches).toEqual([['a', 'b', 'c', 'd'], ['e'], ['f'], ['g']]);
    expect(translations).toEqual([...['A', 'B', 'C', 'D', 'E'].map(plain), bold('F'), plain('G')]);
  });

  it('is done once for what is repeated', () => {
    const { batches, length, translations } = work(
      ...Array.from({ length: 1000 }, () => plain('no')),
    );
    expect(batches).toEqual([['no']]);
    expect(length).toBe(2);
    expect(translations).toEqual(Array.from({ length: 1000 }, () => plain('NO')));
  });

  it('is cut where a text is long, and put together again', () => {
    const text = 'One two three. '.repeat(1000).trim();
    const { batches, translations } = work(plain(text));
    for (const [one = ''] of batches) expect(one.length).toBeLessThanOrEqual(2000);
    expect(translations).toEqual([plain(text.toUpperCase())]);
  });

  it('is cut at the line breaks of a long paragraph with formatting', () => {
    const line = bold('word '.repeat(300));
    const text = line.text.repeat(3);
    const codes = [0, 1, 2].flatMap((index) => {
      const shift = index * line.text.length;
      const moved = line.codes.map((code) => ({ ...code, id: index, at: code.at + shift }));
      const end = {
        kind: 'break',
        id: index + 3,
        at: shift + line.text.length,
        length: 0,
      } as const;
      return index < 2 ? [...moved, end] : moved;
    });
    const { batches, translations } = work({ text, codes });
    expect(batches).toEqual([[line.text], [line.text], [line.text]]);
    expect(translations).toEqual([{ text: text.toUpperCase(), codes }]);
  });

  it.each([
    ['many characters', [bold('a < b. '.repeat(3000))]],
    [
      'many codes',
      [{ text: 'a < b. '.repeat(2000), codes: Array(2000).fill(bold('a').codes).flat() }],
    ],
  ])('on a paragraph with unusually %s is done without its formatting', (_, paragraphs) => {
    const { batches, translations } = work(...paragraphs);
    for (const [one = ''] of batches) expect(one.length).toBeLessThanOrEqual(2000);
    expect(translations?.[0]).toEqual(plain(paragraphs[0]?.text.toUpperCase() ?? ''));
  });

  it('came to nothing when only marks and formatting have changed', () => {
    expect(work(plain('1 2 3'), bold('4')).translations).toBeUndefined();
  });
});
