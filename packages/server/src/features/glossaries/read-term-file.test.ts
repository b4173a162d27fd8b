import { describe, expect, it } from 'vitest';
import { readEntries } from './entries.js';
import { readTermFile } from './read-term-file.js';

const PAIR = { source: 'en', target: 'es' } as const;

const read = async (name: string, content: string | Buffer) => [
  ...(await readEntries(
    await readTermFile({ fileName: name, bytes: Buffer.from(content), pair: PAIR }),
  )),
];

const concept = (terms: readonly (readonly [language: string, term: string])[]) =>
  `<termEntry>${terms
    .map(
      ([language, term]) =>
        `<langSet xml:lang="${language}"><tig><term>${term}</term></tig></langSet>`,
    )
    .join('')}</termEntry>`;

describe('a file with terms', () => {
  it('is CSV or TSV, by its name', async () => {
    expect(await read('a.CSV', '\uFEFFhouse,"hogar, casa"\n')).toEqual([['house', 'hogar, casa']]);
    expect(await read('a.tsv', 'house\thogar')).toEqual([['house', 'hogar']]);
    expect(await read('a.txt', 'house\thogar')).toEqual([['house', 'hogar']]);
  });

  it('is TBX: every source term gets the first target term of its concept', async () => {
    const concepts = [
      concept([
        ['en-US', 'house'],
        ['en', 'home'],
        ['es', 'hogar'],
        ['es', 'casa'],
      ]),
      concept([['en', 'not translated']]),
      concept([
        ['en', 'house'],
        ['es', 'of a later concept'],
      ]),
    ];
    expect(await read('a.tbx', `<martif>${concepts.join('')}</martif>`)).toEqual([
      ['house', 'hogar'],
      ['home', 'hogar'],
    ]);
  });

  it.each([
    ['a.docx', 'x', 'Files with terms are .csv'],
    ['a.tsv', Buffer.from([0xff]), 'not UTF-8'],
    ['a.tbx', '<x/>', 'no TBX file'],
    ['a.tbx', `<martif>${concept([['fr', 'x']])}</martif>`, 'no entry for this language pair'],
    ['a.xlsx', 'no archive', ''],
  ])('is refused with the reason: %s', async (name, content, message) => {
    await expect(
      readTermFile({ fileName: name, bytes: Buffer.from(content), pair: PAIR }),
    ).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringContaining(message),
    });
  });
});
