import { describe, expect, it } from 'vitest';
import type { Case } from './cases/case.js';
import { BLOCKS_OF_HTML } from './cases/html-blocks.js';
import { CARRIED_HTML } from './cases/html-carried.js';
import { INLINE_HTML } from './cases/html-inline.js';
import { UNTRANSLATED_HTML } from './cases/html-notranslate.js';
import { PLAIN_TEXT } from './cases/plain.js';
import { REFERENCES } from './cases/references.js';
import { XML } from './cases/xml.js';
import { echo, engineThat, upperCase } from './engines.js';
import { translateWith } from './translate-text.js';

const HTML_OPTIONS = { tag_handling: 'html' };

const GROUPS: readonly (readonly [string, object, readonly Case[]])[] = [
  ['inline tags in HTML', HTML_OPTIONS, INLINE_HTML],
  ['blocks of HTML', HTML_OPTIONS, BLOCKS_OF_HTML],
  ['what HTML carries along', HTML_OPTIONS, CARRIED_HTML],
  ['what is not to be translated in HTML', HTML_OPTIONS, UNTRANSLATED_HTML],
  ['references', HTML_OPTIONS, REFERENCES],
  ['XML', { tag_handling: 'xml' }, XML],
  ['plain text', {}, PLAIN_TEXT],
];

// The engine's output is in capitals: lower-case text has not been translated.
describe.each(GROUPS)('%s', (_, groupOptions, cases) => {
  const inCapitals = translateWith(engineThat(upperCase));
  const unchanged = translateWith(engineThat(echo));

  const rows = cases.map(([title, source, expected, options = {}]) => ({
    title,
    source,
    expected,
    options: { ...groupOptions, ...options },
  }));

  it.each(rows)('$title: $source', async ({ source, expected, options }) => {
    expect(await inCapitals(source, options)).toBe(expected);
    expect(await unchanged(source, { ...options, preserve_formatting: false })).toBe(source);
  });
});
