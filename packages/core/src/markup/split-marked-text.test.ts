import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapOwnText } from '../protection/placed-spans.js';
import { readMarkedText } from './marked-text.js';
import type { CheckedText } from './markup-unit.js';
import { joinMarkedText, splitMarkedText } from './split-marked-text.js';

const OPTIONS = {
  syntax: 'html',
  outlineDetection: true,
  splitting: new Set<string>(),
  nonSplitting: new Set<string>(),
  ignored: new Set<string>(),
} as const;

const split = (source: string) =>
  splitMarkedText(readMarkedText(source, OPTIONS), {
    language: 'en',
    mode: 'sentences',
    maxCharacters: 200,
  });

const upperCase = (text: CheckedText): CheckedText =>
  mapOwnText(text, (words) => `${words.toUpperCase()}!`);

const translate = (source: string): string => {
  const marked = split(source);
  const units = marked.paragraphs.flatMap((paragraph) => paragraph.units);
  const translated = units.map((unit) => upperCase(unit.source));
  return joinMarkedText(marked, translated, 'es').text;
};

const textsIn = (source: string): readonly string[] =>
  split(source).paragraphs.flatMap(({ units }) => units.map(({ unit }) => unit.text));

describe('elements inside of a sentence', () => {
  it.each([
    '<p>Say <ruby>kanji<rp>(</rp><rt>reading</rt><rp>)</rp></ruby> and go now.</p>',
    '<p>The sum <math><mi>a</mi><mo>+</mo><mi>b</mi></math> is small.</p>',
  ])('do not cut it: %s', (source) => {
    expect(textsIn(source)).toHaveLength(1);
  });

  it.each(['translatable="false"', 'translate="false"', 'its:translate="no"', 'translate="no"'])(
    'stay as they are with %s',
    (attribute) => {
      const kept = `<span ${attribute}>Blue Sky</span>`;
      expect(translate(`<p>The ${kept} shop.</p>`)).toContain(kept);
    },
  );

  it('are left alone where they say how a word is read', () => {
    const readings = '<rp>(</rp><rt>reading</rt><rp>)</rp>';
    expect(translate(`<p>Say <ruby>kanji${readings}</ruby> and go now.</p>`)).toContain(readings);
  });

  it('may be more than a call has arguments', () => {
    const tags = '<wbr>'.repeat(150_000);
    expect(translate(`<p>a${tags}b</p>`).length).toBeGreaterThan(tags.length);
  });
});

describe('links side by side', () => {
  it.each([
    ['<nav><a>Home</a><a>Our products</a></nav>', ['Home', 'Our products']],
    ['<a>Sign up</a> <a>Log in</a>', ['Sign up', 'Log in']],
    ['<i><a>Edit</a></i> <i><a>Delete</a></i>', ['Edit', 'Delete']],
    ['<p><a>Edit</a> · <a>Share</a> | Print</p>', ['Edit', 'Share', 'Print']],
    ['<a>Home</a> » <a>Bags</a> » <i>Shoes</i>', ['Home', '»', 'Bags', 'Shoes']],
    ['An <a>American</a> <a>actor</a>', ['An <x1>American</x1> <x2>actor</x2>']],
    ['<p>See<a>[1]</a><a>[2]</a></p>', ['See<x1>[1]</x1><x2>[2]</x2>']],
  ])('are texts of their own where no words stand beside them: %s', (source, texts) => {
    expect(textsIn(source)).toEqual(texts);
  });
});

describe('paragraphs that are the same', () => {
  it('are one, and its translation stands in all their places', () => {
    const source = '<td>house</td><td>7</td><td>dog</td>\n<td>house</td><td>house</td>';
    expect(textsIn(source)).toEqual(['house', 'dog']);
    expect(translate(source)).toBe(
      '<td>HOUSE!</td><td>7</td><td>DOG!</td>\n<td>HOUSE!</td><td>HOUSE!</td>',
    );
  });

  it('are one with their markup', () => {
    const source = '<li>My <b>house</b> &amp; dog.</li>';
    expect(textsIn(source.repeat(3))).toHaveLength(1);
    expect(translate(source.repeat(3))).toBe(translate(source).repeat(3));
  });

  it.each([
    ['have other attributes', '<p>a <b>b</b></p><p>a <b id="x">b</b></p>'],
    ['are written another way', '<p>a & b</p><p>a &amp; b</p>'],
    ['have other markup', '<p>a <b>b</b></p><p>a <i>b</i></p>'],
    ['keep their lines', '<p>a\nb</p><pre>a\nb</pre>'],
    ['have other space around them', '<p>a</p><p> a</p>'],
  ])('are two where they %s', (_, source) => {
    expect(split(source).paragraphs).toHaveLength(2);
  });

  it('change nothing in what is written', () => {
    const content = fc.constantFrom(
      'a',
      'a b',
      ' a ',
      'a. B',
      '7',
      '',
      'a & b',
      'a &amp; b',
      'a\nb',
      'x < y',
      '“a”',
      '<b>a</b>',
      '<b>a</b> b',
      '<b id=x>a</b> b',
      'a <i>b</i>',
      '<i>a</i>\u00a0b',
      '{name} a',
      'a <code>b</code>',
      '<img src=a> b',
      'a<sup>1</sup>',
      'a <!-- b --> c',
      '&foo; a',
    );
    const wrap = fc.constantFrom('p', 'td', 'li', 'pre', 'p translate="no"', 'div');
    const block = fc
      .tuple(wrap, content)
      .map(([tag, text]) => `<${tag}>${text}</${tag.split(' ')[0]}>`);
    const blocks = fc.array(block, { maxLength: 12 });
    fc.assert(
      fc.property(blocks, (parts) => {
        expect(translate(parts.join(''))).toBe(parts.map(translate).join(''));
      }),
    );
  });
});

describe('the space between two sentences', () => {
  it('goes where the target language has none, and none goes out of a tag', () => {
    const marked = split('<p>One.<br class="x"/> <b id="y">Two</b> three.</p>');
    const units = marked.paragraphs.flatMap((paragraph) => paragraph.units);
    const translated = units.map((unit) => mapOwnText(unit.source, () => '一。'));
    expect(joinMarkedText(marked, translated, 'zh').text).toContain('<br class="x"/>');
    const inline = split('<p>One.<img src="x"/> Two.</p>');
    const two = inline.paragraphs.flatMap((paragraph) =>
      paragraph.units.map(({ source }) => mapOwnText(source, () => '一。')),
    );
    expect(joinMarkedText(inline, two, 'zh').text).toBe('<p>一。<img src="x"/>一。</p>');
  });
});
