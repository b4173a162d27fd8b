import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InlineCode, requireWellFormedXml, type TextWithCodes } from './markup/marked-text.js';
import { portionCodes, portionMarkup, portionText } from './portions.js';
import { join, type Segmentation } from './segmentation/segmentation.js';

const PLAIN = {
  outlineDetection: true,
  splitting: new Set<string>(),
  nonSplitting: new Set<string>(),
  ignored: new Set<string>(),
};
const HTML = { ...PLAIN, syntax: 'html' } as const;
const XML = { ...PLAIN, syntax: 'xml' } as const;

const textsOf = ({ segments }: Segmentation): readonly string[] =>
  segments.map((segment) => segment.text);
const joined = (portions: Segmentation): string => join(portions, textsOf(portions));

const text = fc
  .array(
    fc.constantFrom('Word', 'é', '.', '. ', '! ', ' ', '\n', '\r\n', '\n\n', '\t', '😀', '中。'),
  )
  .map((parts) => parts.join(''));
const markup = fc
  .array(
    fc.constantFrom(
      '<p>',
      '</p>',
      '<div translate="no">',
      '</div>',
      '<ul>',
      '<li>',
      '</ul>',
      '<b>',
      '</b>',
      '<br/>',
      '<a/>',
      '<script>',
      '</script>',
      '<!-- c -->',
      '<?pi?>',
      '<![CDATA[x]]>',
      '<x',
      'word',
      ' ',
      '\n',
      '&amp;',
      '<pre>',
      '</pre>',
      '<',
      '>',
      '"',
      '<seg>',
      '</seg>',
    ),
  )
  .map((parts) => parts.join(''));
const limit = fc.integer({ min: 16, max: 60 });
const mode = fc.constantFrom('none', 'sentences', 'sentences-and-newlines' as const);

describe('the portions of a plain text', () => {
  it('put together are the text, and none is longer than wanted', () => {
    fc.assert(
      fc.property(text, mode, limit, (source, splitMode, maxCharacters) => {
        const portions = portionText(source, { mode: splitMode, maxCharacters });
        expect(joined(portions)).toBe(source);
        for (const portion of textsOf(portions)) {
          expect(portion.length).toBeLessThanOrEqual(maxCharacters);
          expect(portion.trim()).toBe(portion);
          expect(portion).not.toBe('');
        }
      }),
    );
  });

  const lines = 'One two.\nThree.\n\nFour five six.\nSeven.';

  it('leave code between fences whole', () => {
    const code = '```\nlet a = 1;\nlet b = 2;\n```';
    const source = `One two three.\n\n${code}\n\nFour five six.`;
    const portions = portionText(source, { mode: 'sentences-and-newlines', maxCharacters: 32 });
    expect(textsOf(portions).some((portion) => portion.includes(code))).toBe(true);
  });

  it('begin and end with lines', () => {
    const portions = portionText(lines, { mode: 'sentences-and-newlines', maxCharacters: 16 });
    expect(textsOf(portions)).toEqual(['One two.\nThree.', 'Four five six.', 'Seven.']);
  });

  it('begin and end with paragraphs where sentences go over lines', () => {
    const portions = portionText(lines, { mode: 'sentences', maxCharacters: 24 });
    expect(textsOf(portions)).toEqual(['One two.\nThree.', 'Four five six.\nSeven.']);
  });

  it('begin and end with sentences, then words, where a line is too long', () => {
    const portions = portionText('One two. Three four five six seven.', {
      mode: 'sentences-and-newlines',
      maxCharacters: 16,
    });
    expect(textsOf(portions)).toEqual(['One two.', 'Three four five', 'six seven.']);
  });
});

describe('the portions of a document', () => {
  it.each([HTML, XML])('put together are the document: $syntax', (options) => {
    fc.assert(
      fc.property(markup, limit, (source, maxCharacters) => {
        expect(joined(portionMarkup(source, options, maxCharacters))).toBe(source);
      }),
    );
  });

  it('leave out the tags of what is too large, and scripts', () => {
    const page =
      '<!DOCTYPE html><html><head><title>Title</title><script>let a = "<p>no</p>";</script></head>' +
      '<body><p>One two.</p>\n<p>Three <b>four</b>.</p><ul><li>Five.<li>Six seven.</ul></body></html>';
    expect(textsOf(portionMarkup(page, HTML, 45))).toEqual([
      '<title>Title</title>',
      '<p>One two.</p>\n<p>Three <b>four</b>.</p>',
      '<ul><li>Five.<li>Six seven.</ul>',
    ]);
  });

  it('keep a paragraph whole, however long it is', () => {
    const paragraph = `<p>${'word <i>word</i> '.repeat(9)}</p>`;
    expect(textsOf(portionMarkup(`<p>a</p>${paragraph}<p>b</p>`, HTML, 20))[1]).toContain(
      'word <i>word</i> '.repeat(9).trim(),
    );
  });

  it.each([
    `<div translate="no"><p>${'a '.repeat(20)}</p><p>b</p></div>`,
    `<div class="notranslate"><p>${'a '.repeat(20)}</p><p>b</p></div>`,
    `<pre>${'a '.repeat(20)}<p>b</p></pre>`,
    `<skip><p>${'a '.repeat(20)}</p><p>b</p></skip>`,
  ])('take nothing out of an element whose content is special: %s', (element) => {
    const options = { ...HTML, splitting: new Set(['skip']), ignored: new Set(['skip']) };
    expect(textsOf(portionMarkup(`<p>x</p>${element}`, options, 20))).toEqual([
      '<p>x</p>',
      element,
    ]);
  });

  it('of XML are well-formed by themselves', () => {
    const entry = fc
      .array(
        fc.constantFrom('<a>x y</a>', '<b><c>z</c><c>z</c></b>', 'text ', '<d/>', '<!-- c -->'),
      )
      .map((parts) => `<e>${parts.join('')}</e>\n`);
    fc.assert(
      fc.property(fc.array(entry), limit, (entries, maxCharacters) => {
        const source = `<?xml version="1.0"?>\n<root>${entries.join('')}</root>`;
        for (const portion of textsOf(portionMarkup(source, XML, maxCharacters))) {
          requireWellFormedXml(portion);
        }
      }),
    );
  });

  it('of XML whose tags do not match are one', () => {
    const broken = `<root><a>${'x '.repeat(20)}</a><b>y</root>`;
    expect(textsOf(portionMarkup(broken, XML, 20))).toEqual([broken]);
  });

  it('of ten thousand elements inside one another are found', () => {
    const deep = `${'<div>'.repeat(10_000)}x${'</div>'.repeat(10_000)}`;
    expect(joined(portionMarkup(deep, HTML, 20))).toBe(deep);
  });
});

/** A text with codes, from words and codes in short: `[`, `]`, `/` for a break, `.` for a point. */
const coded = (...parts: readonly string[]): TextWithCodes => {
  const kinds = { '[': 'open', ']': 'close', '/': 'break', '.': 'point' } as const;
  const codes: InlineCode[] = [];
  const open: number[] = [];
  let text = '';
  for (const part of parts) {
    const kind = kinds[part as keyof typeof kinds];
    if (kind === undefined) text += part;
    else {
      const id = (kind === 'close' ? open.pop() : undefined) ?? codes.length + 1;
      if (kind === 'open') open.push(id);
      codes.push({ kind, id, at: text.length, length: 0 });
    }
  }
  return { text, codes };
};

const codedTextsOf = (source: TextWithCodes, maxCharacters: number): readonly string[] =>
  portionCodes(source, maxCharacters).portions.map(({ text }) => text);

describe('the portions of a text with codes', () => {
  it('put together are the text', () => {
    const parts = fc.array(fc.constantFrom('[', ']', '/', '.', 'word', ' '), { maxLength: 40 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 20 }), (all, maxCharacters) => {
        const source = coded(...all);
        const { portions, join } = portionCodes(source, maxCharacters);
        expect(join(portions)).toEqual(source);
      }),
    );
  });

  it('are lines, as many together as fit', () => {
    const source = coded('one', '/', 'two', '/', '[', 'three', ']', '/', 'four');
    expect(codedTextsOf(source, 8)).toEqual(['onetwo', 'three', 'four']);
    expect(portionCodes(source, 8).portions[1]?.codes).toMatchObject([
      { kind: 'open', at: 0 },
      { kind: 'close', at: 5 },
    ]);
  });

  it('never end within formatting', () => {
    expect(codedTextsOf(coded('[', 'one', '/', 'two', ']', '/', 'three'), 3)).toEqual([
      'onetwo',
      'three',
    ]);
  });

  it('are one where the text is short or has no break', () => {
    expect(codedTextsOf(coded('one', '/', 'two'), 6)).toEqual(['onetwo']);
    expect(codedTextsOf(coded('one ', '.', 'two'), 3)).toEqual(['one two']);
  });

  it('are joined with the breaks behind their translations', () => {
    const { join } = portionCodes(coded('one', '/', 'two'), 3);
    expect(join([coded('eins '), coded('zwei')])).toEqual({
      text: 'eins zwei',
      codes: [{ kind: 'break', id: 1, at: 5, length: 0 }],
    });
  });
});
