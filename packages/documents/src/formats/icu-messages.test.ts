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

  it('gets them in the way of writing that it has', async () => {
    const { result } = await translated('{n, plural, one{# day} other{# days}}', inCapitals, 'lv');
    expect(result).toBe('{n, plural, one{# DAY} other{# DAYS} zero{# DAYS}}');
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
    expect(result).toContain('other {#. DAY}}');
    expect(notes).toEqual([]);
  });

  it.each([
    ['de', '{n, plural, =0 {none} =1 {one day} other {# days}}', []],
    ['pl', '{n, plural, =1 {one day} other {# days}}', ['few', 'many']],
    // French has the form of one for 0, Russian for 21.
    ['fr', '{n, plural, =1 {one day} other {# days}}', ['one']],
    ['fr', '{n, plural, =0 {none} =1 {one day} other {# days}}', []],
    ['ru', '{n, plural, =1 {one day} other {# days}}', ['one', 'few', 'many']],
    ['de', '{n, plural, offset:1 =1 {you} other {you and # others}}', ['one']],
    ['de', '{n, plural, offset:1 =2 {you and one} other {you and # others}}', []],
  ])('gets no form in %s that a number has already: %s', async (language, message, added) => {
    const { result } = await translated(message, inCapitals, language);
    const forms = [...result.matchAll(/ (zero|one|two|few|many) \{/g)].map(([, name]) => name);
    expect(forms).toEqual(added);
  });

  it.each([
    ['de', '{n, selectordinal, other {{n}.}}'],
    ['fr', '{n, selectordinal, one {{n}er} other {{n}e}}'],
    ['es', '{n, selectordinal, other {{n}.º}}'],
    ['pt-BR', '{n, selectordinal, other {{n}º}}'],
    ['ru', '{n, selectordinal, other {{n}-й}}'],
    ['ja', '{n, selectordinal, one {{n}st} two {{n}nd} other {{n}th}}'],
  ])('has the ordinals of %s', async (language, ordinal) => {
    const source = '{n, selectordinal, one {{n}st} two {{n}nd} other {{n}th}}';
    const { result } = await translated(`You are ${source}!`, inCapitals, language);
    expect(result).toBe(`YOU ARE ${ordinal}!`);
    expect((await translated(source, (text) => text, language)).result).toBe(ordinal);
  });

  it('has the ordinals of the target language within its branches', async () => {
    const { result } = await translated(
      '{n, selectordinal, one {#st place} two {#nd place} few {#rd place} other {#th place}}',
      inCapitals,
      'fr',
    );
    expect(result).toBe(
      '{n, selectordinal, one {#er PLACE} two {#e PLACE} few {#e PLACE} other {#e PLACE}}',
    );
  });

  it('shows branches that stay where they are as a word of the sentence', async () => {
    const { paragraphs } = await readDocument(
      jsonOf('{n, plural, other {# photos}} to {sex, select, a {his} other {their}} album'),
      { format: 'json' },
    );
    expect(notationsOf(paragraphs)[0]).toBe('<n id="1">{n}</n> to <n id="2">{sex}</n> album');
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
