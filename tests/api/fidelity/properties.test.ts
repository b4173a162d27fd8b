import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  echo,
  engineThat,
  forgetful,
  mistaken,
  reverseWords,
  stuttering,
  sweeping,
  type Translate,
  upperCase,
} from './engines.js';
import { nestingOf } from './structure.js';
import { translateWith } from './translate-text.js';

const INLINE = ['b', 'i', 'em', 'a', 'span', 'u', 'mark'];
const BLOCK = ['p', 'div', 'section', 'h1', 'blockquote'];

const word = fc.constantFrom(
  ...['one', 'two', 'house', 'Garden.', 'end!', 'Why?', '{name}', '%1$s', '&amp;', '&lt;', '42'],
  ...['fooBar', 'http://a.example/?q=1&amp;r=2', 'it', 'of,', '(maybe)', '&quot;so&quot;', '😀'],
  ...['*', '**', '=', '[', '](', '—'],
);
const space = fc.constantFrom(' ', ' ', ' ', '\n', '  ', '\r\n\t', '');
const prose = fc
  .array(fc.tuple(word, space), { minLength: 1, maxLength: 6 })
  .map((pairs) => pairs.flat().join(''));

/** Trees of tags and text in which every tag has its own number. */
const tree = (names: readonly string[], points: readonly string[]) => {
  const node: fc.Memo<string> = fc.memo((depth) => {
    const leaf = fc.oneof(
      { weight: 5, arbitrary: prose },
      { weight: 1, arbitrary: fc.constantFrom(...points) },
    );
    if (depth <= 1) return leaf;
    const element = fc
      .tuple(fc.constantFrom(...names), fc.array(node(depth - 1), { maxLength: 4 }))
      .map(([name, children]) => `<${name} id="N">${children.join('')}</${name}>`);
    return fc.oneof({ weight: 2, arbitrary: leaf }, { weight: 3, arbitrary: element });
  });
  let count = 0;
  return fc
    .array(node(4), { minLength: 1, maxLength: 5 })
    .map((nodes) => nodes.join('').replace(/"N"/g, () => `"${count++}"`));
};

const html = tree(
  [...INLINE, ...BLOCK],
  [
    ...['<br id="N">', '<img id="N">', '<!-- N -->', '<code id="N">x.y</code>', '<hr id="N">'],
    ...['<b id="N">**</b>', '<i id="N">, </i>', '<a id="N"><img id="N"></a>', '<u id="N"></u>'],
  ],
);
const xml = tree(
  ['seg', 'g', 'note', 'x:y'],
  [...['<ph id="N"/>', '<!-- c -->', '<?pi c?>', '<g id="N">*</g>', '<g id="N"> = </g>']],
);

const skeletonOf = (text: string): string => text.replace(/(<[^>]*>)|[a-z]+/gi, '$1');

const OPTIONS = [
  [html, { tag_handling: 'html' }],
  [html, { tag_handling: 'html', split_sentences: '0' }],
  [html, { tag_handling: 'html', split_sentences: '1' }],
  [xml, { tag_handling: 'xml' }],
  [xml, { tag_handling: 'xml', split_sentences: 'nonewlines', outline_detection: false }],
  [xml, { tag_handling: 'xml', tag_handling_version: 'v2', splitting_tags: 'seg' }],
] as const;

describe.each(OPTIONS)('trees of tags and text %#', (documents, options) => {
  it('come back byte for byte from an engine that changes nothing', async () => {
    const translate = translateWith(engineThat(echo));
    await fc.assert(
      fc.asyncProperty(documents, async (text) => {
        expect(await translate(text, options)).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('differ in nothing but words where words keep their places', async () => {
    const translate = translateWith(engineThat(upperCase));
    await fc.assert(
      fc.asyncProperty(documents, async (text) => {
        expect(skeletonOf(await translate(text, options))).toBe(skeletonOf(text));
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, Translate]>([
    ['turns words round', reverseWords],
    ['loses what it must keep', forgetful],
    ['takes one for the other', mistaken],
    ['doubles what it must keep', stuttering],
    ['moves what it must keep', sweeping],
  ])('keep their tags and nesting with an engine that %s', async (_, behaviour) => {
    const translate = translateWith(engineThat(behaviour));
    await fc.assert(
      fc.asyncProperty(documents, async (text) => {
        const nesting = nestingOf(text, options.tag_handling);
        expect(nesting).toBeDefined();
        expect(nestingOf(await translate(text, options), options.tag_handling)).toEqual(nesting);
      }),
      { numRuns: 60 },
    );
  });

  it('come back byte for byte where source and target are one language', async () => {
    const translate = translateWith(engineThat(upperCase));
    await fc.assert(
      fc.asyncProperty(documents, async (text) => {
        const same = { ...options, target_lang: 'EN-GB' };
        expect(await translate(text, same)).toBe(text);
      }),
      { numRuns: 30 },
    );
  });
});

describe('any text at all', () => {
  const scraps = fc.constantFrom(
    ...['<', '>', '</', '<b', '<b>', '</b>', '&', '&amp', ';', '"', "'", '=', '/', '<!--', '-->'],
    ...['<%', '%>', '<%=', '<#if ', '</#if>', '<#--', '{%', '%}', 'a="<%', '(', ')', "'x'"],
    ...['<![CDATA[', ']]>', '<?', '?>', '<!', 'word', 'Two. Three', ' ', '\n', '\u0000', '\ufffc'],
    ...[
      '<script>',
      '</script>',
      '<p translate=no>',
      '<i translate="yes">',
      '{x1}',
      '<x1>',
      '“',
      '”',
    ],
  );
  const text = fc.oneof(
    fc.array(scraps, { maxLength: 30 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  it.each([
    { tag_handling: 'html' },
    { tag_handling: 'xml' },
    { tag_handling: 'xml', outline_detection: false },
    {},
  ])('is carried through unchanged by an engine that changes nothing: %j', async (options) => {
    const translate = translateWith(engineThat(echo));
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        expect(await translate(value, options)).toBe(value);
      }),
      { numRuns: 200 },
    );
  });
});
