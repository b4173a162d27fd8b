import { describe, expect, it } from 'vitest';
import {
  formObject,
  linesAt,
  onePage,
  type PdfSource,
  STANDARD_FONTS,
  unitsOf,
} from '../../conformance/pdf-samples.js';

/** Letters of a font that are five points wide in size 10, so that the ends of lines are known. */
const EVEN_FONT = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${'500 '.repeat(94)}600] >>`;
const even = (x: number, y: number, text: string): string =>
  `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`;
const evenPage = (...content: string[]): PdfSource => ({
  ...onePage(...content),
  fonts: { F1: EVEN_FONT },
});

const LEFT = [
  'The left column of this page has three',
  'lines, and the sentence that begins here',
  'does not come to its end before the next',
];
const RIGHT = [
  'column, where it goes on for a while and',
  'then is over. Here is one more sentence',
  'so that there are lines enough.',
];

describe('the paragraphs of a PDF', () => {
  it('are read column by column and go on in the next one', async () => {
    const paragraphs = await unitsOf(onePage(linesAt(72, 700, LEFT), linesAt(320, 700, RIGHT)));
    expect(paragraphs).toEqual([[...LEFT, ...RIGHT].join(' ')]);
  });

  it('go on from page to page, past headers and footers', async () => {
    const pages = [LEFT, RIGHT, ['A third page.']].map((lines, index) => ({
      content: [
        linesAt(72, 760, ['Annual report'], { size: 8 }),
        linesAt(72, 700, lines),
        linesAt(300, 30, [`Page ${index + 1} of 3`], { size: 8 }),
      ].join('\n'),
    }));
    const paragraphs = await unitsOf({ pages });
    expect(paragraphs).toContain([...LEFT, ...RIGHT].join(' '));
    expect(paragraphs.filter((paragraph) => paragraph === 'Annual report')).toHaveLength(1);
    expect(paragraphs).toContain('Page 2 of 3');
  });

  it('do not go on from a line alone to a narrower column of the next page', async () => {
    const title = 'Table of risks as of 29 August 2018 at noon, by place and year';
    const paragraphs = await unitsOf({
      pages: [
        { content: even(72, 100, title) },
        {
          content: [even(150, 700, 'linked to safety and effect.'), even(150, 500, 'None')].join(
            ' ',
          ),
        },
      ],
      fonts: { F1: EVEN_FONT },
    });
    expect(paragraphs).toContain(title);
    expect(paragraphs).toContain('linked to safety and effect.');
  });

  it('are told from each other by lines that end early, larger type and bullets', async () => {
    const paragraphs = await unitsOf(
      onePage(
        linesAt(72, 740, ['A title'], { font: 'F2', size: 18 }),
        linesAt(72, 700, [
          'A paragraph that has a line of this length and',
          'another line.',
          'The next paragraph has a line of this length, too,',
          'and an end.',
        ]),
        linesAt(72, 640, ['\x95 A point', '\x95 Another point']),
      ),
    );
    expect(paragraphs).toEqual([
      'A title',
      'A paragraph that has a line of this length and another line.',
      'The next paragraph has a line of this length, too, and an end.',
      'A point',
      'Another point',
    ]);
  });

  it('have whole words where lines divide them, but keep the hyphen of compounds', async () => {
    const paragraphs = await unitsOf(
      onePage(
        linesAt(72, 700, [
          'A well-known way of making good transla-',
          'tions is by hand, and there is another well-',
          'known way that is faster.',
        ]),
      ),
    );
    expect(paragraphs).toEqual([
      'A well-known way of making good translations is by hand, and there is another well-known way that is faster.',
    ]);
  });

  it('are the cells of a table', async () => {
    const cells = [0, 1, 2].flatMap((row) => [
      linesAt(72, 700 - row * 14, [`Name ${'abc'[row]}`]),
      linesAt(200, 700 - row * 14, [`Value ${'abc'[row]}`]),
    ]);
    expect((await unitsOf(onePage(...cells))).toSorted()).toEqual([
      'Name a',
      'Name b',
      'Name c',
      'Value a',
      'Value b',
      'Value c',
    ]);
  });

  it('are the cells of a table that is turned, between its rules', async () => {
    const rule = '90 100 m 110 100 l S';
    const cell = (along: number, text: string): string =>
      `BT /F1 10 Tf 0 1 -1 0 100 ${along} Tm (${text}) Tj ET`;
    const paragraphs = await unitsOf(evenPage(rule, cell(72, 'First'), cell(102, 'Second')));
    expect(paragraphs.toSorted()).toEqual(['First', 'Second']);
  });

  it('are the cells of a table whose borders are boxes, in every row by itself', async () => {
    // The first cells leave no room between them, and a head is as near as a line below it.
    const box = (x: number, y: number, width: number): string => `${x} ${y} ${width} 22 re S`;
    const paragraphs = await unitsOf(
      evenPage(
        box(70, 700, 52),
        box(122, 700, 80),
        box(70, 678, 52),
        box(122, 678, 80),
        even(72, 704, 'Criterion'),
        even(124, 704, 'Justification'),
        even(72, 691, 'Colour'),
        even(124, 691, 'not seen'),
      ),
    );
    expect(paragraphs.toSorted()).toEqual(['Colour', 'Criterion', 'Justification', 'not seen']);
  });

  it('are labels and values, beside large type as well', async () => {
    const paragraphs = await unitsOf(
      evenPage(
        'BT /F1 30 Tf 72 702 Td (Logo) Tj ET',
        ...['From:', 'Place:', 'Date:'].flatMap((label, index) => [
          even(300, 709 - index * 12, label),
          even(360, 709 - index * 12, `Value ${index}`),
        ]),
      ),
    );
    expect(paragraphs.toSorted()).toEqual(
      ['Logo', 'From:', 'Place:', 'Date:', 'Value 0', 'Value 1', 'Value 2'].toSorted(),
    );
  });

  it('are whole where a short heading stands beside a line of the other column', async () => {
    const full = 'These are the words of a line as wide as its column.';
    const short = full.slice(0, -3);
    const lines = [full, full, short, full, full, full, 'The end.'];
    const beside = 72 + full.length * 5 + 35;
    const paragraphs = await unitsOf(
      evenPage(
        ...lines.map((line, index) => even(72, 700 - index * 12, line)),
        even(beside, 678, 'Instruments'),
        even(beside, 600, 'More text is here.'),
      ),
    );
    expect(paragraphs[0]).toBe(lines.join(' '));
  });

  it('have their exponents where another column has a line of nearly the same height', async () => {
    const paragraphs = await unitsOf(
      evenPage(
        even(72, 700, 'It was 39,500 l mol'),
        'BT /F1 6 Tf 167.2 705.3 Td (-1) Tj ET',
        even(320, 707, 'Results'),
      ),
    );
    expect(paragraphs.toSorted()).toEqual(['It was 39,500 l mol<n id="1">-1</n>', 'Results']);
  });

  it('have the full stop on their line, although it is smaller and a cell beside stands higher', async () => {
    const paragraphs = await unitsOf(
      evenPage(
        even(72, 704.6, 'Name'),
        even(200, 700, 'the divisions').replace('F1 10', 'F1 10.6'),
        even(269, 700, '.'),
      ),
    );
    expect(paragraphs).toEqual(['Name', 'the divisions.']);
  });

  it('have no bullet where a line stands between two dashes, as the number of a page does', async () => {
    const paragraphs = await unitsOf(
      onePage(linesAt(280, 30, ['- Page 9 of 9 -']), linesAt(72, 700, ['- Page 9 of 9'])),
    );
    expect(paragraphs).toEqual(['- Page 9 of 9 -', 'Page 9 of 9']);
  });

  it('have no space where one is drawn and taken back', async () => {
    const content = 'BT /F1 10 Tf 72 700 Td [(They live in Ger ) 500 (many and in France.)] TJ ET';
    expect(await unitsOf(evenPage(content))).toEqual(['They live in Germany and in France.']);
  });

  it('have the spaces that are room between two letters of an operator', async () => {
    const content =
      'BT /F1 10 Tf 72 700 Td (These tw) Tj 3 Tc [(oo) 300 (rt)] TJ 0 Tc 23 0 Td (hree words) Tj ET';
    const moved = content.replace('3 Tc', '40 0 Td 3 Tc');
    expect(await unitsOf(evenPage(moved))).toEqual(['These two or three words']);
    const loose = 'BT /F1 10 Tf 3 Tc 72 700 Td (HEADING) Tj ET';
    expect(await unitsOf(evenPage(loose))).toEqual(['HEADING']);
  });

  it('are whole where a justified line has few words and wide gaps', async () => {
    const full = 'These are the words of a line that is as wide as its column is here.';
    const right = 72 + full.length * 5;
    const words = ['Internationalization-wise', 'characterization-independent'] as const;
    const more = ['First', 'second', 'third', 'fourth'];
    // The last word ends where the column does, and the gaps between the others are alike.
    const gap = (full.length - more.join('').length) / 3;
    const paragraphs = await unitsOf(
      evenPage(
        even(72, 700, full),
        even(72, 688, words[0]),
        even(right - words[1].length * 5, 688, words[1]),
        ...more.map((word, index) =>
          even(72 + (more.slice(0, index).join('').length + gap * index) * 5, 676, word),
        ),
        even(72, 664, full),
        even(72, 652, 'And so it ends.'),
      ),
    );
    expect(paragraphs).toEqual([[full, ...words, ...more, full, 'And so it ends.'].join(' ')]);
  });

  it('are cells where gaps are wide and nothing above and below is one line', async () => {
    const cells = ['Name', 'Town', 'Year'].flatMap((word, index) =>
      [72, 200, 330].map((x) => even(x, 700 - index * 12, word)),
    );
    const paragraphs = await unitsOf(evenPage(...cells, even(72, 640, 'The end of the table.')));
    expect(paragraphs).toHaveLength(10);
  });

  it('are columns that stand as close as the words of a line', async () => {
    const left = [
      'Aaaaa bbbbb ccccc',
      'ddddd eeeee fffff',
      'ggggg hhhhh iiiii',
      'jjjjj kkkkk lllll',
    ];
    const right = [
      'Mmmmm nnnnn ooooo',
      'ppppp qqqqq rrrrr',
      'sssss ttttt uuuuu',
      'vvvvv wwwww xxxxx',
    ];
    const beside = 72 + 17 * 5 + 9;
    const paragraphs = await unitsOf(
      evenPage(
        ...left.map((line, index) => even(72, 700 - index * 12, line)),
        ...right.map((line, index) => even(beside, 700 - index * 12, line)),
      ),
    );
    expect(paragraphs.join(' ')).toBe([...left, ...right].join(' '));
  });

  it('are two where lines at the right share nothing but their end', async () => {
    const atRight = (y: number, text: string) => even(500 - text.length * 5, y, text);
    const paragraphs = await unitsOf(
      evenPage(
        atRight(700, 'Springfield'),
        atRight(688, '12 May 2020, at 9'),
        even(72, 640, 'The text of a letter that goes from its left side to the right side.'),
      ),
    );
    expect(paragraphs.slice(0, 2)).toEqual(['Springfield', '12 May 2020, at 9']);
  });

  it('are whole where a line of the column is too long for it', async () => {
    const full = 'These are the words of a line that is as wide as its column is here';
    const long = `${full} and/goes/on/over/its/end`;
    const lines = [
      ...Array<string>(8).fill(full),
      long,
      ...Array<string>(4).fill(full),
      'The end.',
    ];
    const paragraphs = await unitsOf(
      evenPage(...lines.map((line, index) => even(72, 700 - index * 12, line))),
    );
    expect(paragraphs).toEqual([lines.join(' ')]);
  });

  it('have numbers of headings that stand in the middle or at the right', async () => {
    const title = '3.1. Which one to choose';
    const x = 306 - (title.length * 5) / 2;
    const content = [even(x, 700, '3.1.'), even(x + 25, 700, title.slice(5))];
    expect(await unitsOf(evenPage('72 690 m 540 690 l S', ...content))).toEqual([title]);
  });

  it('have addresses of pages that go on in the next line without a space', async () => {
    const paragraphs = await unitsOf(
      onePage(
        linesAt(72, 700, [
          'There is more to read about this and about other things at https:',
          '//example.org/some. That is all.',
        ]),
      ),
    );
    expect(paragraphs).toEqual([
      'There is more to read about this and about other things at https://example.org/some. That is all.',
    ]);
  });

  it('have marks around bold, coloured and linked words', async () => {
    const content =
      'BT /F1 10 Tf 72 700 Td (This is a ) Tj /F2 10 Tf (bold word) Tj /F1 10 Tf ( and a ) Tj 1 0 0 rg (red one) Tj 0 g ( in a sentence.) Tj ET';
    expect(await unitsOf(onePage(content))).toEqual([
      'This is a <g id="1">bold word</g> and a <g id="2">red one</g> in a sentence.',
    ]);
  });

  it('have the signs of formulas and small raised numbers as they are', async () => {
    const symbol = '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>';
    const content =
      'BT /F1 10 Tf 72 700 Td (The value of ) Tj /F4 10 Tf (a) Tj /F1 10 Tf ( is known.) Tj 4 Ts /F1 6 Tf (2) Tj ET';
    const source = { ...onePage(content), fonts: { ...STANDARD_FONTS, F4: symbol } };
    expect(await unitsOf(source)).toEqual([
      'The value of <n id="1">α</n> is known.<n id="2">2</n>',
    ]);
  });

  it('have ligatures as letters, whatever the encoding', async () => {
    const font =
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [1 /fi /f_f_i /Aacute /afii10017] >> >>';
    const source = {
      ...onePage('BT /F1 10 Tf 72 700 Td (\\001nd o\\002ce \\003 \\004) Tj ET'),
      fonts: { F1: font },
    };
    expect(await unitsOf(source)).toEqual(['find office Á А']);
  });

  it('are read from right to left where the script is', async () => {
    const font =
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /uni05D0 /uni05D1 /uni05D2 /uni05D3] >> >>';
    // Drawn as it is seen: the first letter of the sentence is the last on the right.
    const source = { ...onePage('BT /F1 10 Tf 72 700 Td (DC 42 BA) Tj ET'), fonts: { F1: font } };
    expect(await unitsOf(source)).toEqual(['אב 42 גד']);
  });

  const HEBREW =
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /uni05D0 /uni05D1 /uni05D2 /uni05D3 /uni05B8] >> >>';

  it('have brackets from right to left, whether they are named by their look or their sense', async () => {
    const look = {
      ...onePage('BT /F1 10 Tf 72 700 Td (\\(42\\) BA) Tj ET'),
      fonts: { F1: HEBREW },
    };
    const sense = {
      ...onePage('BT /F1 10 Tf 72 700 Td (\\)42\\( BA) Tj ET'),
      fonts: { F1: HEBREW },
    };
    expect(await unitsOf(look)).toEqual(['אב (42)']);
    expect(await unitsOf(sense)).toEqual(['אב (42)']);
  });

  it('have marks behind their letters, wherever they are drawn', async () => {
    // The mark is drawn first, and moved under the letter at its left.
    const content = 'BT /F1 10 Tf 72 700 Td [(DC BA)] TJ ET BT /F1 10 Tf 79 700 Td (E) Tj ET';
    const paragraphs = await unitsOf({ ...onePage(content), fonts: { F1: HEBREW } });
    expect(paragraphs[0]?.replace('ָ', '')).toBe('אב גד');
    expect(paragraphs[0]).toMatch(/^אב [גד]ָ|^אב גדָ/);
  });

  it('go on in the column on the left where they are read from the right', async () => {
    const line = 'ABCD DCBA ABCD DCBA ABCD DCBA AB';
    const last = 'DCBA AB';
    const content = [
      linesAt(320, 700, [line, line, line]),
      linesAt(72, 700, [line, line]),
      `BT /F1 10 Tf 220.4 676 Td (${last}) Tj ET`,
    ].join('\n');
    const paragraphs = await unitsOf({ ...onePage(content), fonts: { F1: HEBREW } });
    expect(paragraphs).toHaveLength(1);
  });

  it('may run upwards', async () => {
    const content = 'BT /F1 10 Tf 0 1 -1 0 100 100 Tm (Text at the side) Tj ET';
    expect(await unitsOf(onePage(content))).toEqual(['Text at the side']);
  });

  it('are in forms, which are read once', async () => {
    const source = {
      pages: [{ content: '/X1 Do' }, { content: '/X1 Do' }],
      resources: '/XObject << /X1 100 0 R >>',
      objects: {
        100: formObject(linesAt(72, 700, ['A letterhead']), `/Font << /F1 ${STANDARD_FONTS.F1} >>`),
      },
    };
    expect(await unitsOf(source)).toEqual(['A letterhead']);
  });

  it('are read left to right where one operator draws a row of cells', async () => {
    const row = (y: number, words: string) => `BT /F1 10 Tf 72 ${y} Td [${words}] TJ ET`;
    const paragraphs = await unitsOf(
      onePage(
        row(700, '(One) -9000 (Two) -9000 (Three)'),
        row(600, '(Four) -9000 (Five) -9000 (Six)'),
        row(500, '(Seven) -9000 (Eight) -9000 (Nine)'),
      ),
    );
    expect(paragraphs).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
      'Five',
      'Six',
      'Seven',
      'Eight',
      'Nine',
    ]);
  });

  it.each([
    ['in one row', 6000],
    ['in rows of 200', 200],
  ])('are many thousand cells %s', async (_, columns) => {
    const cells = Array.from({ length: 6000 }, (_, at) => {
      const [x, y] = [(at % columns) * 12, 3000 - Math.floor(at / columns) * 5];
      return `BT /F1 4 Tf ${x} ${y} Td (ab) Tj ET`;
    });
    expect(await unitsOf(onePage(...cells))).toHaveLength(6000);
  });
});
