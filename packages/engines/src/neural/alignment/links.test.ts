import { describe, expect, it } from 'vitest';
import { findLinks } from './links.js';

/** Tokens given with bars between them, as the engine would have them. */
const tokensOf = (marked: string) => {
  const parts = marked.split('|');
  const ends = Int32Array.from(parts, (_, index) => parts.slice(0, index + 1).join('').length);
  const starts = Int32Array.from(parts, (part, index) => (ends[index] ?? 0) - part.length);
  return { text: parts.join(''), ids: new Int32Array(parts.length), starts, ends };
};

/** @param looks for each token of the translation, the token of the source it looks at, and how much */
const linksOf = (source: string, target: string, looks: readonly (readonly [number, number])[]) => {
  const sourceTokens = tokensOf(source);
  const translated = tokensOf(target);
  const rowLength = sourceTokens.ids.length + 1;
  const rows = new Float32Array(looks.length * rowLength);
  for (const [token, [at, share]] of looks.entries()) rows[token * rowLength + at] = share;
  const links = findLinks({
    source: sourceTokens.text,
    sourceTokens,
    target: translated,
    rows,
    rowLength,
  });
  return links.map((link) => [
    sourceTokens.text.slice(link.source.start, link.source.end),
    translated.text.slice(link.target.start, link.target.end),
  ]);
};

describe('the links of a translation', () => {
  it('lead from each word to the one it looks at most', () => {
    const looks = [0, 2, 1].map((at) => [at, 1] as const);
    expect(linksOf('the| red| house', 'la| casa| roja', looks)).toEqual([
      ['the', 'la'],
      ['house', 'casa'],
      ['red', 'roja'],
    ]);
  });

  it('lead to whole words, whichever token of them is looked at', () => {
    expect(
      linksOf('a| hou|se|.', 'una| ca|sa', [
        [0, 1],
        [2, 0.9],
        [1, 0.5],
      ]),
    ).toEqual([
      ['a', 'una'],
      ['house.', 'casa'],
    ]);
  });

  it('give a word of several tokens the origin of its most certain one', () => {
    expect(
      linksOf('red| house', 'Rot|haus', [
        [0, 0.4],
        [1, 0.8],
      ]),
    ).toEqual([['house', 'Rothaus']]);
    expect(
      linksOf('red| house', 'Rot|haus', [
        [0, 0.8],
        [1, 0.4],
      ]),
    ).toEqual([['red', 'Rothaus']]);
  });

  it('let punctuation come from elsewhere than the word before it', () => {
    expect(
      linksOf('one| two', 'uno|,| dos', [
        [0, 0.9],
        [1, 0.4],
        [1, 0.9],
      ]),
    ).toEqual([
      ['one', 'uno'],
      ['two', ', dos'],
    ]);
  });

  it('say nothing of what looks at the end of the sentence', () => {
    expect(
      linksOf('one', 'uno| mas', [
        [0, 1],
        [1, 1],
      ]),
    ).toEqual([['one', 'uno']]);
  });

  it('are none where the model has none to give', () => {
    expect(linksOf('one', 'uno', [])).toEqual([]);
  });
});
