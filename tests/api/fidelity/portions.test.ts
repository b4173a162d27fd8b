import { portionMarkup, portionText } from '@dragoman/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engineThat, reverseWords } from './engines.js';
import { translateWith } from './translate-text.js';

const engine = engineThat(reverseWords);
// With such an engine, texts that look like the target language are translated anyway; a portion
// and the whole text could be judged differently.
const capabilities = { ...engine.capabilities, keepsForeignWords: true };
const translate = translateWith({ ...engine, capabilities });

const words = fc
  .array(fc.constantFrom('house', 'Garden.', 'Why?', '{name}', '&amp;', 'Mr.', '%1$s', '42'), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(' '));

const htmlBlock = fc.oneof(
  words,
  words.map((text) => `<p>${text} <b>${text}</b></p>`),
  words.map((text) => `<p>${text}`),
  words.map((text) => `<ul><li>${text}<li><i>${text}</i></ul>`),
  words.map((text) => `<div translate="no">${text} <p translate="yes">${text}</p></div>`),
  words.map((text) => `<pre>${text}\n${text}</pre>`),
  words.map((text) => `<table><tr><td>${text}<td>${text}</table>`),
  words.map((text) => `<span><div>${text}</div>${text}</span>`),
  fc.constantFrom('<hr>', '<br>', '\n', '<script>if (a<b) {}</script>', '<!-- c -->', '</div>'),
);
const html = fc
  .array(fc.tuple(fc.constantFrom('', 'div', 'section'), fc.array(htmlBlock, { maxLength: 4 })))
  .map((parts) =>
    parts
      .map(([name, blocks]) => (name ? `<${name}>${blocks.join('')}</${name}>` : blocks.join('\n')))
      .join(''),
  );

const xmlBlock = fc.oneof(
  words.map((text) => `<seg>${text}</seg>`),
  words.map((text) => `<seg>${text} <g id="1">${text}</g></seg>`),
  words.map((text) => `<list>${text}<item>${text}</item><item>${text}</item></list>`),
  words.map((text) => `<seg translate="no">${text}</seg>`),
  words.map((text) => `<g>${text}</g>`),
  fc.constantFrom('<ph/>', '\n', '<!-- c -->', '<?pi c?>', 'text'),
);
const xml = fc
  .array(fc.array(xmlBlock, { maxLength: 4 }))
  .map(
    (parts) => `<root>${parts.map((part) => `<unit>${part.join('')}</unit>\n`).join('')}</root>`,
  );

const setOf = (name?: string): ReadonlySet<string> => new Set(name === undefined ? [] : [name]);

describe('a large text in portions is translated as if it were whole', () => {
  const limit = fc.integer({ min: 20, max: 120 });
  const expectSame = async (
    source: string,
    { leading, segments }: ReturnType<typeof portionText>,
    options: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    const parts = [leading];
    for (const { text, gap } of segments) parts.push(await translate(text, options), gap);
    expect(parts.join('')).toBe(await translate(source, options));
  };

  it.each([
    ['1', 'sentences-and-newlines', '\n'],
    ['nonewlines', 'sentences', '\n\n'],
  ] as const)('plain, split_sentences=%s', async (split, mode, between) => {
    const lines = fc.array(fc.oneof(words, fc.constantFrom('', '  ', '- x', '1. y')));
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 80, max: 200 }), async (list, maxCharacters) => {
        const source = list.join(between);
        const portions = portionText(source, { mode, maxCharacters });
        await expectSame(source, portions, { split_sentences: split });
      }),
    );
  });

  it.each([
    [html, 'html', {}],
    [html, 'html', { ignored: 'div' }],
    [xml, 'xml', {}],
    [xml, 'xml', { outlineDetection: false, splitting: 'seg' }],
    [xml, 'xml', { nonSplitting: 'seg', ignored: 'item' }],
  ] as const)('markup %#', async (documents, syntax, rules) => {
    const {
      outlineDetection = true,
      splitting,
      nonSplitting,
      ignored,
    } = rules as {
      outlineDetection?: boolean;
      splitting?: string;
      nonSplitting?: string;
      ignored?: string;
    };
    await fc.assert(
      fc.asyncProperty(documents, limit, async (source, maxCharacters) => {
        const portions = portionMarkup(
          source,
          {
            syntax,
            outlineDetection,
            splitting: setOf(splitting),
            nonSplitting: setOf(nonSplitting),
            ignored: setOf(ignored),
          },
          maxCharacters,
        );
        await expectSame(source, portions, {
          tag_handling: syntax,
          outline_detection: outlineDetection,
          ...(splitting && { splitting_tags: splitting }),
          ...(nonSplitting && { non_splitting_tags: nonSplitting }),
          ...(ignored && { ignore_tags: ignored }),
        });
      }),
    );
  });
});
