import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notationOf, notationsOf, translationOf } from '../conformance/notation.js';
import { readDocument } from '../read-document.js';
import { writeDocument } from '../write-document.js';

const jsonOf = (message: string): Uint8Array => Buffer.from(JSON.stringify({ message }));

/** Translates a message by a function that gets the text of every branch. */
const translated = async (
  message: string,
  translate: (text: string) => string,
  targetLanguage?: string,
) => {
  const document = await readDocument(jsonOf(message), { format: 'json' });
  const written = await writeDocument(
    document,
    document.paragraphs.map((paragraph) =>
      translationOf(paragraph, translate(notationOf(paragraph))),
    ),
    targetLanguage ? { targetLanguage } : {},
  );
  const { message: result } = JSON.parse(Buffer.from(written.bytes).toString('utf8'));
  return { result, notes: written.notes };
};

const inCapitals = (text: string): string =>
  text.replace(
    /(<n [^>]*>[^<]*<\/n>|<[^>]*>)|\p{L}+/gu,
    (word, code) => code ?? word.toUpperCase(),
  );

describe('an ICU message', () => {
  it('has whole sentences in its branches when it is translated', async () => {
    const { result } = await translated(
      'You have {n, plural, one {# file} other {# files}} in {place}.',
      inCapitals,
    );
    expect(result).toBe(
      '{n, plural, one {YOU HAVE # FILE IN {place}.} other {YOU HAVE # FILES IN {place}.}}',
    );
  });

  it('gets the plural forms of the target language, and says so', async () => {
    const { result, notes } = await translated(
      '{n, plural, one {# day} other {# days}}',
      inCapitals,
      'pl',
    );
    expect(result).toBe('{n, plural, one {# DAY} other {# DAYS} few {# DAYS} many {# DAYS}}');
    expect(notes).toEqual([expect.stringContaining('few, many')]);
  });

  it('says which forms it could not get', async () => {
    const { notes } = await translated(
      '{n, plural, one {a day} other {{g, select, a {his days} other {# days}}}}',
      inCapitals,
      'cs',
    );
    expect(notes).toEqual([
      expect.stringContaining('lack plural forms of the target language: few'),
    ]);
  });

  it('needs no other forms where the target language has none', async () => {
    const { result, notes } = await translated(
      '{n, selectordinal, one {#st day} two {#nd day} few {#rd day} other {#th day}}',
      inCapitals,
      'de',
    );
    expect(result).toContain('other {#TH DAY}}');
    expect(notes).toEqual([]);
  });

  it('keeps two numbers in one sentence', async () => {
    const { result } = await translated(
      '{a, plural, one {a day} other {# days}} and {b, plural, one {an hour} other {# hours}}',
      inCapitals,
    );
    expect(result).toBe(
      '{a, plural, one {A DAY} other {# DAYS}} AND {b, plural, one {AN HOUR} other {# HOURS}}',
    );
  });

  it.each([
    'A {n, plural, one {open',
    '{n, plural, one {no last form}}',
    '{n, plural, one {a} other {b}',
    `${'{n, plural, other '.repeat(50)}x${'}'.repeat(50)}`,
  ])('that is damaged is a text like others: %.40s', async (message) => {
    const document = await readDocument(jsonOf(message), { format: 'json' });
    expect(notationsOf(document.paragraphs)).toEqual([message]);
  });

  it('has any text in its branches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[a-z][a-z{}#'|\\" ]{0,12}[a-z{}#'|]$/), async (text) => {
        const message = '{n, plural, one {# file} other {files}} {x}';
        const { result } = await translated(message, (paragraph) =>
          paragraph.startsWith('files') ? paragraph.replace('files', () => text) : paragraph,
        );
        const again = await readDocument(jsonOf(result), { format: 'json' });
        expect(notationsOf(again.paragraphs)[1]).toBe(`${text} <n id="1">{x}</n>`);
      }),
      { numRuns: 200 },
    );
  });

  it('doubles every apostrophe in Java properties', async () => {
    const source = 'a={0,choice,0#It is one file|1<They are {0} files}\n';
    const document = await readDocument(Buffer.from(source), { format: 'properties' });
    const written = await writeDocument(
      document,
      document.paragraphs.map((paragraph) =>
        translationOf(paragraph, notationOf(paragraph).replace(/^(?:It is|They are)/, "C'est")),
      ),
    );
    expect(Buffer.from(written.bytes).toString()).toBe(
      "a={0,choice,0#C''est one file|1<C''est {0} files}\n",
    );
  });
});
