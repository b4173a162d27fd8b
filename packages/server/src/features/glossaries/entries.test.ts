import { isAppError, type SentDictionary } from '@dragoman/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntriesChange, editEntries, readEntries } from './entries.js';
import { fromTsv, textOf, toCsv, toTsv } from './entry-formats.js';
import { inGlossaryThread } from './glossary-work.js';

const sent = (entries: string, format: SentDictionary['format'] = 'tsv'): SentDictionary => ({
  source: 'en',
  target: 'de',
  entries,
  format,
});

describe('a change of entries', () => {
  const change: EntriesChange = {
    known: Buffer.from('house\tHaus\ndog\tHund\ncat\tKatze'),
    removed: ['dog', 'mouse'],
    sent: sent('house\tHeim\nbird\tVogel'),
  };

  it('removes some, replaces those with the same source and adds others', async () => {
    const { tsv, entryCount } = await editEntries(change);
    expect(textOf(tsv)).toBe('house\tHeim\ncat\tKatze\nbird\tVogel');
    expect(entryCount).toBe(3);
  });

  it('is the same in a thread, with its errors', async () => {
    const { tsv, entryCount } = await inGlossaryThread('edit', change, { ownerId: 'owner' });
    const edited = await editEntries(change);
    expect([textOf(tsv), entryCount]).toEqual([textOf(edited.tsv), edited.entryCount]);
    const wrong = { known: Buffer.from(''), sent: sent('house\tHaus\nhouse\tHeim') };
    const problem = await editEntries(wrong).catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: 'invalid_parameter', parameter: 'entries' });
    const { code, message, detail } = problem as Record<string, unknown>;
    const thread = inGlossaryThread('edit', wrong, { ownerId: 'owner' });
    await expect(thread).rejects.toMatchObject({ code, message, detail });
  });
});

const read = async (entries: string, format: SentDictionary['format'] = 'tsv') => [
  ...(await readEntries(sent(entries, format))),
];

const refusalOf = async (entries: string, format: SentDictionary['format'] = 'tsv') => {
  const error = await read(entries, format).catch((reason: unknown) => reason);
  if (!isAppError(error)) throw new Error('it was accepted');
  expect(error.message).toBe('Invalid glossary entries provided');
  return error;
};
const detailOf = async (...sentAs: Parameters<typeof refusalOf>) =>
  (await refusalOf(...sentAs)).detail;

/** What may be in an entry. */
const term = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => text === text.trim() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text));
const terms = fc
  .uniqueArray(fc.tuple(term, term), { selector: ([source]) => source, minLength: 1 })
  // A byte order mark at the beginning is not part of the text.
  .filter(([first]) => !first?.[0].startsWith('\uFEFF'));

describe('tab-separated values', () => {
  it('are one entry per line, with any line end; blank lines are skipped', async () => {
    expect(await read('\uFEFFa\tb\r\n\r\nc d\te\r  \nf\tg\n')).toEqual([
      ['a', 'b'],
      ['c d', 'e'],
      ['f', 'g'],
    ]);
  });

  it('distinguish upper and lower case', async () => {
    expect(await read('apple\tApfel\nApple\tApple')).toHaveLength(2);
  });

  it('are what is stored', async () => {
    await fc.assert(
      fc.asyncProperty(terms, async (entries) => {
        const tsv = toTsv(new Map(entries));
        expect(await read(tsv)).toEqual(entries);
        expect([...fromTsv(tsv)]).toEqual(entries);
      }),
    );
  });

  it.each([
    ['a\tb\nno tab', 'Key with the index 1 (starting at position 4) misses tab separator'],
    ['a\tb\tc', 'Key with the index 0 (starting at position 0) has more than one tab separator'],
    [
      'Hello\tHallo!\nHello\tGuten Tag',
      'Key with the index 1 (starting at position 13) duplicates key with the index 0 (starting at position 0)',
    ],
    ['\tb', 'Key with the index 0 (starting at position 0) is empty'],
    ['\n\na\t', 'Key with the index 0 (starting at position 2) has an empty target'],
    ['a\tb\u0085', 'has a control character or a line separator'],
    ['a\u0000\tb', 'has a control character or a line separator'],
    ['a\u2028c\tb', 'has a control character or a line separator'],
    ['a\u00a0\tb', 'has white space at the beginning or the end of a term'],
    ['a\t b', 'has white space at the beginning or the end of a term'],
    ['a\ud800\tb', 'is not valid Unicode'],
    [`${'é'.repeat(513)}\tb`, 'has a term of more than 1024 bytes'],
    [' \n\t\n', 'There is no entry for this language pair'],
  ])('%j are refused', async (entries, detail) => {
    expect(await detailOf(entries)).toContain(detail);
  });

  it('may have terms of 1024 bytes', async () => {
    expect(await read(`${'é'.repeat(512)}\t${'a'.repeat(1024)}`)).toHaveLength(1);
  });
});

it.each([
  ['a\tb\nno tab', 'entry_columns', 1],
  ['a\tb\nc\td\ne\t', 'entry_incomplete', 2],
  ['a\tb\n\u0085a\tb', 'entry_characters', 1],
  [`a\t${'b'.repeat(1025)}`, 'entry_too_long', 0],
  ['a\tb\na\tc', 'entry_duplicate', 1],
  ['', 'no_entries', undefined],
])('programs learn what is wrong with which entry: %j', async (entries, reason, index) => {
  expect(await refusalOf(entries)).toMatchObject({ reason, index });
});

describe('comma-separated values', () => {
  it('are quoted where they have commas, quotation marks or spaces', async () => {
    await fc.assert(
      fc.asyncProperty(terms, fc.constantFrom('\n', '\r\n', '\r'), async (entries, lineEnd) => {
        const csv = toCsv(new Map(entries)).replaceAll('\n', lineEnd);
        expect(await read(csv, 'csv')).toEqual(entries);
      }),
    );
  });

  it('need no quotation marks', async () => {
    expect(await read('\uFEFFhello,hallo\n\n5" disk,"5"" Diskette"\n,\n', 'csv')).toEqual([
      ['hello', 'hallo'],
      ['5" disk', '5" Diskette'],
    ]);
  });

  it('may have semicolons instead, as spreadsheets write them in many countries', async () => {
    expect(await read('\n"hard; disk";Festplatte\nhello, you;hallo, du\n;\n', 'csv')).toEqual([
      ['hard; disk', 'Festplatte'],
      ['hello, you', 'hallo, du'],
    ]);
    expect(await read('one;eins;en;de\none;uno;en;es', 'csv')).toEqual([['one', 'eins']]);
    expect(await read('a;b,c;d', 'csv')).toEqual([['a;b', 'c;d']]);
    expect(await detailOf('a;b\nc,d', 'csv')).toContain('has 1 column, not 2 or 4');
  });

  it('with languages are only read where these are the languages of the dictionary', async () => {
    const csv = 'one,eins,EN,de\none,uno,en,ES\ntwo,zwei, en ,DE\nthree,drei';
    expect(await read(csv, 'csv')).toEqual([
      ['one', 'eins'],
      ['two', 'zwei'],
      ['three', 'drei'],
    ]);
    expect(await detailOf('one,uno,en,es', 'csv')).toBe('There is no entry for this language pair');
  });

  it.each([
    ['a,b\nc', 'Key with the index 1 (starting at position 4) has 1 column, not 2 or 4'],
    ['a,b,c', 'has 3 columns, not 2 or 4'],
    ['a,"b', 'has a quotation mark that is not closed'],
    ['"a" x,b', 'has text after a closing quotation mark'],
    ['"a\nc",b', 'has a control character or a line separator'],
    ['a,b\n"a",c', 'duplicates key with the index 0 (starting at position 0)'],
    ['x,y,fr,de\na,b\na,c', 'duplicates key with the index 1 (starting at position 10)'],
  ])('%j are refused', async (entries, detail) => {
    expect(await detailOf(entries, 'csv')).toContain(detail);
  });
});
