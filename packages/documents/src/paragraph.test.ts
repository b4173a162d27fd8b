import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codedParagraph, plainParagraph } from './conformance/notation.js';
import type { Code, Inline } from './model.js';
import { countCharacters, createParagraph, fallBackToText, inlinesOf } from './paragraph.js';
import { trimInlines } from './paragraph-collector.js';

const CODES: readonly Code[] = [
  { kind: 'pair', open: '<b>', close: '</b>' },
  { kind: 'point', open: '<img>', close: '' },
  { kind: 'kept', open: '<code>f()</code>', close: '', shown: 'f()' },
  { kind: 'break', open: '<br>', close: '' },
  { kind: 'pair', open: '<i>', close: '</i>' },
];

const text = (words: string): Inline => ({ kind: 'text', text: words });
const point = (code: number): Inline => ({ kind: 'point', code });
const pair = (code: number, inside: readonly Inline[]): readonly Inline[] => [
  { kind: 'open', code },
  ...inside,
  { kind: 'close', code },
];

const words = fc.string({ unit: 'binary', minLength: 1 }).map(text);
/** Paragraphs in which each of the codes is once. */
const paragraphs = fc
  .tuple(fc.array(words, { minLength: 8, maxLength: 8 }), fc.boolean())
  .map(([t, isNested]): readonly Inline[] => {
    const inner = [t[0] as Inline, point(1), t[1] as Inline];
    const italic = pair(4, [t[2] as Inline, point(3), t[3] as Inline]);
    return isNested
      ? [t[4] as Inline, ...pair(0, [...inner, ...italic, t[5] as Inline]), point(2)]
      : [...pair(0, inner), t[4] as Inline, ...italic, point(2), t[5] as Inline];
  });

const joined = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => (inline.kind === 'text' ? inline.text : `{${inline.kind}${inline.code}}`))
    .join('');

describe('a paragraph with codes', () => {
  it('is read back as it was', () => {
    fc.assert(
      fc.property(paragraphs, (inlines) => {
        const parsed = inlinesOf(createParagraph(inlines, CODES), inlines, CODES) ?? [];
        // What XML cannot hold is dropped.
        const plain = joined(inlines).replace(
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
          /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu,
          '',
        );
        expect(joined(parsed)).toBe(plain);
      }),
    );
  });

  it.each([
    ['a code is missing', 'one <n id="1">f()</n>'],
    ['a code is there twice', '<g id="1">a</g><n id="2">f()</n><n id="2">f()</n>'],
    ['a pair is not closed', '<g id="1">a <n id="2">f()</n>'],
    ['pairs are crossed', '<n id="2">f()<g id="1"></n></g>'],
    ['a code is of another kind', '<x id="1"/><n id="2">f()</n>'],
  ])('is not taken when %s', (_what, translation) => {
    const core = [...pair(0, [text('a')]), point(2)];
    expect(inlinesOf(codedParagraph(translation), core, CODES)).toBeUndefined();
  });

  it('falls back to its text with all codes behind', () => {
    const core = [text('a '), ...pair(0, [text('b')]), point(1)];
    const inlines = fallBackToText(codedParagraph('x &amp; <g id="9">y</b>'), core, CODES);
    expect(joined(inlines)).toBe('x & y</b>{open0}{close0}{point1}');
  });
});

describe('trimming', () => {
  it('loses nothing and leaves words at both ends', () => {
    fc.assert(
      fc.property(paragraphs, (inlines) => {
        const { before, core, after } = trimInlines(inlines, CODES);
        expect(joined([...before, ...core, ...after])).toBe(joined(inlines));
        const [first] = core;
        if (first?.kind === 'text') expect(first.text).toBe(first.text.trimStart());
      }),
    );
  });

  it('takes off what is around everything', () => {
    const inlines = [text(' '), point(1), ...pair(0, pair(4, [text('word ')])), text('\n')];
    expect(trimInlines(inlines, CODES).core).toEqual([text('word')]);
  });
});

describe('countCharacters', () => {
  it('counts code points of text and no codes', () => {
    const paragraphs = [plainParagraph('a😀'), codedParagraph('<g id="1">b&amp;</g>')];
    expect(countCharacters(paragraphs)).toBe(4);
  });
});
