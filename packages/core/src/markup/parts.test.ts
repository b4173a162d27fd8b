import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireWellFormedXml } from './marked-text.js';
import { findParagraphs, type Paragraph } from './paragraph.js';
import { createEncoder, spaceWriter } from './render.js';
import type { MarkupSyntax } from './token.js';
import { readTranslate } from './tokenize.js';

const paragraphOf = (source: string, syntax: MarkupSyntax): Paragraph => {
  const item = { kind: 'text', start: 0, end: source.length, name: '' } as const;
  const items = [{ ...item, isUntranslated: false, isPreformatted: false }];
  return findParagraphs(source, items, syntax)[0] as Paragraph;
};

describe('what a tag says about translating', () => {
  it.each([
    ['<p translate="no">', false],
    ["<p translate='no'>", false],
    ['<p translate=no>', false],
    ['<p\n  TRANSLATE = "NO" >', false],
    ['<p class="a notranslate b">', false],
    ['<p translate="yes">', true],
    ['<p translate>', true],
    ['<p translate="perhaps">', undefined],
    ['<p data-translate="no">', undefined],
    ['<p title="translate=no">', undefined],
    ['<p class="notranslates">', undefined],
    ['<string translatable="false">', false],
    ['<p its:translate="no">', false],
    ['<translate>', undefined],
  ])('%s: %s', (tag, expected) => {
    expect(readTranslate(tag)).toBe(expected);
  });
});

describe('text written as markup', () => {
  it.each([
    ['a & b', 'x & y', 'x & y'],
    ['a &amp; b', 'x & y', 'x &amp; y'],
    ['a & b', 'x &lt; y', 'x &amp;lt; y'],
    ['a & b', '&copy', '&amp;copy'],
    ['a & b', 'x &', 'x &amp;'],
    ['a < b', 'x < y', 'x < y'],
    ['a < b', 'x <y', 'x &lt;y'],
    ['a &#60; b', 'x < y', 'x &#60; y'],
    ['a > b', 'x > y', 'x > y'],
    ['a', 'x > y', 'x &gt; y'],
    ['a > b', ']]>', ']]&gt;'],
    ['&nbsp;', 'x\u00a0y', 'x&nbsp;y'],
    ['\u00a0&nbsp;', 'x\u00a0y', 'x\u00a0y'],
    ['&quot;', '"x"', '&quot;x&quot;'],
    ['R&amp;D &#109;&#97;', 'R&D ma', 'R&amp;D &#109;&#97;'],
  ])('as in %s: %s is %s', (source, text, expected) => {
    expect(createEncoder(source, paragraphOf(source, 'html'), 'html')(text)).toBe(expected);
  });

  it.each<MarkupSyntax>(['html', 'xml'])('is read as the same text again: %s', (syntax) => {
    const part = fc.constantFrom('&', '<', '>', ' ', 'a', 'lt;', '#60;', 'amp;', 'copy', ']]', '"');
    const text = fc.array(part, { minLength: 1 }).map((parts) => parts.join(''));
    const source = fc.constantFrom(
      'a',
      'a & b',
      '&amp;',
      '< >',
      '&lt;&gt;',
      '&quot; &#38;',
      '&amp; &#97;',
    );
    fc.assert(
      fc.property(source, text, (from, written) => {
        const encoded = createEncoder(from, paragraphOf(from, syntax), syntax)(written);
        const read = paragraphOf(encoded, syntax);
        expect(read.text).toBe(written);
        expect(encoded).not.toMatch(/<[a-z!?/]/);
      }),
    );
  });
});

describe('white space of the document', () => {
  const write = (count: number, spaces: readonly string[]): string =>
    Array.from({ length: count }, (_, index) => spaceWriter(count, spaces)(index)).join('|');

  it.each([
    [3, [' ', '\n', ' '], ' |\n| '],
    [5, [' ', '\n', ' '], ' | |\n| | '],
    [2, ['\n', '\n', '\n', '\n'], '\n|\n'],
    [1, ['\n', ' '], '\n'],
    [0, ['\n'], ''],
  ])('in %d places for %j', (count, spaces, expected) => {
    expect(write(count, spaces)).toBe(expected);
  });
});

describe('the strict check', () => {
  it.each([
    ['Press <i>OK</i> now'],
    ['<a/><b/>'],
    ['<?xml version="1.0"?><a>x</a>'],
    ['<!DOCTYPE a><a>&product;</a>'],
    ['&product; &amp; &#65;'],
    ['<x:y>no namespace</x:y>'],
    ['<![CDATA[<]]>'],
    [''],
    [' '],
  ])('passes %s', (text) => {
    expect(() => requireWellFormedXml(text)).not.toThrow();
  });

  it.each([
    ['<a>'],
    ['</a>'],
    ['<a><b></a></b>'],
    ['<A></a>'],
    ['a & b'],
    ['a < b'],
    ['<a b=c/>'],
    ['<a b="1" b="2"/>'],
    ['<a'],
    ['<!-- -- -->'],
    ['<!-- '],
    ['&#0;'],
    ['<?xml version="1.0"?><a/><b/>'],
    ['<br>'],
  ])('refuses %s', (text) => {
    expect(() => requireWellFormedXml(text)).toThrow(
      'Tag handling parsing failed, please check input.',
    );
  });

  it.each([
    ['<a>\n<b>text</a>', /Line 2: unexpected close tag in <b>/],
    ['<a>\n\n<c x=1/></a>', /Line 3: .* in <c>/],
    ['<p>one</p>\n<q>', /Line 2: unclosed tag: q\.$/],
  ])('says in which line and element of %j', (text, where) => {
    expect(() => requireWellFormedXml(text)).toThrow(where);
  });

  it('says in which text, and cuts the names of elements', () => {
    expect(() => requireWellFormedXml('<a', 'Text 2')).toThrow('check input. Text 2, line 1: ');
    expect(() => requireWellFormedXml(`<${'a'.repeat(10_000)}>`)).toThrow(/^.{1,250}$/);
  });
});
