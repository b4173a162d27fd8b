import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireWellFormedXml } from '../markup/document.js';
import { join } from '../segmentation/join.js';
import type { Segmentation } from '../segmentation/segmentation.js';
import { portionMarkup, portionText } from './portion-markup.js';

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
