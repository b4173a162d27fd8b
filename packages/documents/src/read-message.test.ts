import { describe, expect, it } from 'vitest';
import { codedParagraph, notationOf } from './conformance/notation.js';
import { isBrokenMessage } from './formats/icu-messages.js';
import { readMessage } from './read-message.js';

const FILES = 'You have {count, plural, one {# file} other {# files}} left.';

describe('a text as a message', () => {
  it('is a whole sentence for every branch', () => {
    expect(readMessage(FILES)?.paragraphs.map(notationOf)).toEqual([
      'You have <n id="1">1</n> file left.',
      'You have <n id="1">5</n> files left.',
    ]);
  });

  it('gets the forms that only the target language has', async () => {
    const message = readMessage(FILES);
    const written = await message?.write(
      ['Masz <n id="1">1</n> plik.', 'Masz <n id="1">5</n> plik\u00f3w.'].map(codedParagraph),
      'pl',
    );
    expect(written?.text).toBe(
      '{count, plural, one {Masz # plik.} other {Masz # plik\u00f3w.} few {Masz # plik\u00f3w.} many {Masz # plik\u00f3w.}}',
    );
    expect(written?.notes.join()).toMatch(/few.*many/);
  });

  it.each([
    'Good morning',
    'On {when, date, short}',
    '{n, plural, other {#}}',
    '{n, plural, one {',
  ])('is none without branches that have words: %s', (text) => {
    expect(readMessage(text)).toBeUndefined();
  });
});

describe('a broken message', () => {
  it.each([
    '{n, plural, one {',
    '{n, plural, one {# file} other {# files}',
    '{n, plural, one # file}',
    'Delete {n, select, a {this}} or } that',
    `{n, select, ${'a {this} '.repeat(400)} other {that}} of ${'the files '.repeat(60)}`,
  ])('begins branches that cannot be read: %.50s', (text) => {
    expect(isBrokenMessage(text)).toBe(true);
  });

  it.each([
    FILES,
    'Good morning',
    'Use { and }',
    '{n, plural, other {#}}',
    'On {when, date, short}',
    `{n, select, ${'a {this} '.repeat(400)} other {that}} of ${'the files '.repeat(40)}`,
    `${'{n, plural, one {# file} other {# files}} and '.repeat(200)} ${'the files '.repeat(2000)}`,
  ])('is none: %.50s', (text) => {
    expect(isBrokenMessage(text)).toBe(false);
  });
});
