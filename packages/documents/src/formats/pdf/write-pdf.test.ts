import { describe, expect, it } from 'vitest';
import {
  codedParagraph,
  notationsOf,
  plainParagraph,
  translateBy,
} from '../../conformance/notation.js';
import {
  buildPdf,
  formObject,
  linesAt,
  onePage,
  type PdfSource,
  STANDARD_FONTS,
} from '../../conformance/pdf-samples.js';
import { DEFAULT_LIMITS } from '../../limits.js';
import { readDocument } from '../../read-document.js';
import { writeDocument } from '../../write-document.js';
import { readLayout } from './layout/document-layout.js';
import { openPdf } from './objects/pdf-file.js';
import { isStream } from './objects/pdf-values.js';
import { fontCandidates } from './setting/font-files.js';
import { loadHyphenation } from './setting/hyphenate.js';
import { hasFontFor, openFont } from './setting/shaper.js';

/** Translates every paragraph of a file by a table; a text that is not in it stays. */
const translated = async (
  source: PdfSource,
  table: Readonly<Record<string, string>>,
  targetLanguage = 'de',
) => {
  const bytes = buildPdf(source);
  const document = await readDocument(bytes, { format: 'pdf' });
  const translations = translateBy(document.paragraphs, table);
  const written = await writeDocument(document, translations, { targetLanguage });
  const file = openPdf(written.bytes, DEFAULT_LIMITS);
  const again = await readDocument(written.bytes, { format: 'pdf' });
  return {
    before: bytes,
    after: written.bytes,
    notes: written.notes,
    file,
    layout: readLayout(file, DEFAULT_LIMITS),
    paragraphs: notationsOf(again.paragraphs),
  };
};

const hasBoldFontFor = (letter: string): boolean =>
  fontCandidates(
    letter,
    { family: 'sans', isBold: true, isItalic: false, isNarrow: false, name: '' },
    'zh',
  ).some(({ path, index }) => /bold/i.test(path) && openFont({ path, index }).has(letter));

const contentOf = async ({ file }: { readonly file: ReturnType<typeof openPdf> }) => {
  const [first] = file.list(
    file.dictionary(file.dictionary(file.trailer.get('Root')).get('Pages')).get('Kids'),
  );
  const stream = file.resolve(file.dictionary(first).get('Contents'));
  return isStream(stream) ? Buffer.from(file.decode(stream) ?? []).toString('latin1') : '';
};

describe('a translated PDF', () => {
  it('is the original with changes behind it', async () => {
    const { before, after } = await translated(onePage(linesAt(72, 700, ['Hello there.'])), {
      'Hello there.': 'Guten Tag.',
    });
    expect(Buffer.compare(before, after.subarray(0, before.length))).toBe(0);
  });

  it('has the text in its place, and everything else as it was', async () => {
    const drawing = '1 0 0 RG 50 600 100 50 re S';
    const result = await translated(
      onePage(drawing, linesAt(72, 700, ['Hello there.']), linesAt(72, 500, ['12.50'])),
      { 'Hello there.': 'Guten Tag.' },
    );
    expect(result.paragraphs).toEqual(['Guten Tag.']);
    const area = result.layout.paragraphs[0]?.areas[0];
    expect(area?.u).toBeCloseTo(72, 0);
    expect(area?.lines[0]?.v).toBeCloseTo(700, 0);
    expect(area?.size).toBeCloseTo(10);
    const content = await contentOf(result);
    expect(content).toContain(drawing);
    expect(content).toContain('(12.50) Tj');
    expect(content).not.toContain('Hello');
  });

  it('keeps formatting on the words it belongs to', async () => {
    const content =
      'BT /F1 10 Tf 72 700 Td (This is a ) Tj /F2 10 Tf (bold) Tj /F1 10 Tf ( word.) Tj ET';
    const { paragraphs } = await translated(onePage(content), {
      'This is a <g id="1">bold</g> word.': 'Ein <g id="1">fettes</g> Wort ist das.',
    });
    expect(paragraphs).toEqual(['Ein <g id="1">fettes</g> Wort ist das.']);
  });

  it('takes one of several texts out of an operator and leaves the rest where it was', async () => {
    const content = 'BT /F1 10 Tf 72 700 Td [(Name) -6000 (42) -6000 (Town)] TJ ( end) Tj ET';
    const { layout, paragraphs } = await translated(onePage(content), { Name: 'Bezeichnung' });
    expect(paragraphs).toEqual(['Bezeichnung', 'Town end']);
    const before = readLayout(openPdf(buildPdf(onePage(content)), DEFAULT_LIMITS), DEFAULT_LIMITS);
    const placeOf = (paragraphs: typeof layout.paragraphs) => paragraphs.at(-1)?.areas[0]?.u ?? 0;
    expect(placeOf(layout.paragraphs)).toBeCloseTo(placeOf(before.paragraphs), 1);
  });

  it('is in its place where the page is turned around, and the type with it', async () => {
    const content = 'BT -100 Tz /F1 -10 Tf 1 0 0 -1 72 700 Tm (Hello there.) Tj ( 12.50) Tj ET';
    const { layout, paragraphs } = await translated(onePage(content), {
      'Hello there. 12.50': 'Guten Tag. 12.50',
    });
    expect(paragraphs).toEqual(['Guten Tag. 12.50']);
    const [area] = layout.paragraphs[0]?.areas ?? [];
    expect(area).toMatchObject({ angle: 0, size: 10 });
    expect([area?.u, area?.lines[0]?.v].map(Math.round as (value?: number) => number)).toEqual([
      72, 700,
    ]);
  });

  it('stays centred, and at the right', async () => {
    const content = [
      'BT /F1 20 Tf 261 740 Td (A heading) Tj ET',
      linesAt(72, 700, [
        'A line of text that goes from the left of this page to its right side, as lines do.',
      ]),
      'BT /F1 10 Tf 484 650 Td (At the right) Tj ET',
    ].join('\n');
    const { layout } = await translated(onePage(content), { 'A heading': 'Eine Überschrift' });
    const area = layout.paragraphs[0]?.areas[0];
    expect(((area?.u ?? 0) + (area?.end ?? 0)) / 2).toBeCloseTo(306, -1);
    // A first line that is set in is not in the middle, even if it looks so.
    const lines = ['These are lines of a text on a page', 'that is as wide as its lines.'];
    const below = linesAt(82, 676, ['Another text is set in here.']);
    const setIn = await translated(onePage(linesAt(72, 700, lines), below), {
      'Another text is set in here.': 'Hier.',
    });
    expect(setIn.layout.paragraphs[1]?.areas[0]?.u).toBeCloseTo(82, 0);
  });

  it('takes free room first, then smaller type, and says what does not fit then', async () => {
    const box = '70 690 60 14 re S';
    const long = 'Ein sehr langer Text, der in diesem Kasten keinen Platz hat';
    const free = await translated(onePage(linesAt(72, 694, ['Short text'])), {
      'Short text': long,
    });
    expect(free.layout.paragraphs[0]?.style.size).toBeCloseTo(10);
    const tight = await translated(onePage(box, linesAt(72, 694, ['Short text'])), {
      'Short text': 'Ein kurzer Text',
    });
    const size = tight.layout.paragraphs[0]?.style.size ?? 0;
    expect(size).toBeLessThan(10);
    expect(size).toBeGreaterThanOrEqual(7);
    expect(tight.notes).toEqual([]);
    const crowded = await translated(onePage(box, linesAt(72, 694, ['Short text'])), {
      'Short text': long,
    });
    expect(crowded.notes).toEqual(['Page 1: some type is smaller than 70 % of the original.']);
  });

  it('has type of one size in the texts of a page, and none beyond their column', async () => {
    const line = 'Some words that fill a line of this column, up to its right end.';
    const short = 'This one has room enough for all of its few words.';
    const lines = Array<string>(4).fill(line);
    const content = [
      linesAt(72, 700, [...lines, 'The end.']),
      linesAt(72, 628, [...lines, 'Also.']),
      linesAt(72, 556, [line, short]),
      linesAt(72, 526, ['All other text of the page is below, so that it is in the way.']),
    ].join('\n');
    const first = [...lines, 'The end.'].join(' ');
    const last = `${line} ${short}`;
    const { layout } = await translated(onePage(content), {
      [first]: `${first} And as many words more as go into it in smaller type only.`,
      [[...lines, 'Also.'].join(' ')]: `${[...lines, 'Also.'].join(' ')} Indeed.`,
      [last]: `${last} More.`,
    });
    const sizes = layout.paragraphs.slice(0, 2).map(({ style }) => style.size);
    expect(sizes[0]).toBeLessThan(10);
    expect(sizes[1]).toBeCloseTo(sizes[0] as number);
    const ends = layout.paragraphs.flatMap(({ areas }) => areas.map(({ end }) => end));
    expect(Math.max(...ends)).toBeLessThan(72 + 290);
  });

  it('is italic where upright type leans', async () => {
    const content = 'BT /F1 10 Tf 1 0 0.33 1 72 700 Tm (Hello there.) Tj ET';
    const { layout } = await translated(onePage(content), { 'Hello there.': 'Guten Tag.' });
    expect(layout.paragraphs[0]?.style.font.name).toMatch(/Italic|Oblique/);
  });

  it('grows to both sides of a cell in the middle of which it stands', async () => {
    const cell = '70 690 120 20 re S 190 690 300 20 re S';
    const { layout } = await translated(
      onePage(cell, linesAt(124, 696, ['D2']), linesAt(194, 696, ['The text of the next cell.'])),
      { D2: 'eine Bezeichnung' },
    );
    const area = layout.paragraphs.find(({ areas }) => (areas[0]?.u ?? 0) < 190)?.areas[0];
    expect(area?.size).toBeCloseTo(10);
    expect(((area?.u ?? 0) + (area?.end ?? 0)) / 2).toBeCloseTo(130, -1);
  });

  it('stays one line that is a little smaller, rather than two with a word in the second', async () => {
    const box = '70 660 300 50 re S';
    const text = 'These are words of a line that goes to the right';
    const { layout } = await translated(onePage(box, linesAt(72, 694, [text])), {
      [text]: `${text} of its box, or nearly so`,
    });
    const [area] = layout.paragraphs[0]?.areas ?? [];
    expect(area?.lines).toHaveLength(1);
    expect(area?.size).toBeLessThan(10);
    expect(area?.size).toBeGreaterThan(9);
  });

  it('divides words of narrow columns before it takes smaller type, between their syllables', async () => {
    const narrow = onePage(
      '70 640 70 66 re S',
      linesAt(72, 694, ['Many words', 'in a narrow', 'column here']),
    );
    const { layout, paragraphs, notes } = await translated(narrow, {
      'Many words in a narrow column here': 'Viele Geschwindigkeitsbegrenzungen',
    });
    expect(layout.paragraphs[0]?.style.size).toBeCloseTo(10);
    expect(paragraphs).toEqual(['Viele Geschwindigkeitsbegrenzungen']);
    expect(notes).toEqual([]);
  });

  it('leaves names of programs, numbers, and words of other languages whole', async () => {
    const hyphenate = await loadHyphenation('de-AT');
    const divided = (word: string): string => {
      const points = [0, ...(hyphenate?.(word) ?? []), word.length];
      return points
        .slice(1)
        .map((to, index) => word.slice(points[index], to))
        .join('-');
    };
    expect(divided('„Übersetzungen“,')).toBe('„Über-set-zun-gen“,');
    for (const word of ['Haus', 'setTimeoutValue', 'example.org/geschichten', 'x86architektur']) {
      expect(divided(word)).toBe(word);
    }
    expect(await loadHyphenation('xx')).toBeUndefined();
  });

  it('is seen where each line has a background of its own, or a part that is seen', async () => {
    const background = (v: number): string => `0.9 g 70 ${v - 3} 80 12 re f 0 g`;
    const lines = [
      background(700),
      linesAt(72, 700, ['Length and']),
      background(688),
      linesAt(72, 688, ['decimals']),
    ];
    const behind = await contentOf(
      await translated(onePage(...lines), { 'Length and decimals': 'Länge und Stellen' }),
    );
    expect(behind).toMatch(/re f(?:(?!re f)[\s\S])*<[0-9a-f]{4,}>/);
    expect(behind).not.toMatch(/<[0-9a-f]{4,}>[\s\S]*re f/);

    const clipped = (v: number, text: string): string =>
      `q 70 ${v - 3} 80 12 re W n ${linesAt(72, v, [text])} Q`;
    const { paragraphs } = await translated(
      onePage(clipped(700, 'Length and'), clipped(688, 'decimals')),
      {
        'Length and': 'Länge und',
        decimals: 'Stellen',
      },
    );
    expect(paragraphs).toEqual(['Länge und', 'Stellen']);
  });

  it('does not cross the dotted rules of a form, of which every dot is a drawing', async () => {
    const dots = (v: number): string =>
      Array.from({ length: 900 }, (_, index) => `${50 + index / 2} ${v} 0.3 0.3 re f`).join(' ');
    const content = [
      ...[400, 440, 480, 520, 692].map(dots),
      linesAt(72, 700, ['Task name:']),
      linesAt(140, 700, ['Value']),
    ].join('\n');
    const { layout } = await translated(onePage(content), {
      'Task name:': 'Bezeichnung der Aufgabe:',
      Value: 'Wert',
    });
    const [label] = layout.paragraphs;
    expect(label?.areas[0]?.lines.map(({ v }) => Math.round(v))).toEqual([700]);
  });

  it.skipIf(!hasFontFor('ש'))(
    'begins at the other side in a script from right to left, with its bullet',
    async () => {
      const { layout } = await translated(
        onePage(
          linesAt(72, 700, ['A line of text that goes from the left of this page to the right']),
          linesAt(72, 660, ['\x95 A short point']),
        ),
        {
          'A line of text that goes from the left of this page to the right': 'שלום',
          'A short point': 'עולם',
        },
        'he',
      );
      const [text, point] = layout.paragraphs.map(({ areas }) => areas[0]);
      expect(text?.end).toBeGreaterThan(320);
      expect(layout.paragraphs[1]?.marker).toBe('•');
      expect(point?.marker?.u).toBeGreaterThan(point?.end ?? Number.POSITIVE_INFINITY);
    },
  );

  it.skipIf(!hasFontFor('漢') || hasBoldFontFor('漢'))(
    'is bold where the only font for its letters is not, and leaves lines as they were',
    async () => {
      const content = [
        '3 w 1 0 0 RG 0 0 1 rg',
        linesAt(72, 700, ['A title'], { font: 'F2' }),
        '72 650 m 200 650 l S',
      ].join('\n');
      const result = await translated(onePage(content), { 'A title': '漢字' }, 'zh');
      const written = await contentOf(result);
      expect(written).toMatch(/2 Tr.*0\.3 w 0 0 1 RG.*3 w 1 0 0 RG.*0 Tr.*650 l S/s);
      expect(result.paragraphs).toEqual(['漢字']);
    },
  );

  it('is in the font of the document if the server has it', async () => {
    const font =
      '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+DejaVuSerif /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 122 /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+DejaVuSerif /Flags 32 /FontFile2 100 0 R >> >>';
    const { after } = await translated(
      {
        ...onePage(linesAt(72, 700, ['Hello there.'], { font: 'F4' })),
        fonts: { ...STANDARD_FONTS, F4: font },
        objects: { 100: '<< /Length 0 >>\nstream\n\nendstream' },
      },
      { 'Hello there.': 'Ωραία μέρα.' },
      'el',
    );
    expect(Buffer.from(after).toString('latin1')).toMatch(/\/BaseFont \/[A-Z]{6}\+DejaVuSerif\b/);
  });

  it('is not in type of one width only because the font is called Unicode', async () => {
    const font =
      '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+ArialUnicodeMS /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 122 >>';
    const { layout } = await translated(
      {
        ...onePage(linesAt(72, 700, ['Hello there.'], { font: 'F4' })),
        fonts: { ...STANDARD_FONTS, F4: font },
      },
      { 'Hello there.': 'Guten Tag.' },
    );
    expect(layout.paragraphs[0]?.style.font.family).toBe('sans');
  });

  it('has vertical and mirrored text as it was, and says where', async () => {
    const upright =
      '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /UniJIS-UTF16-V /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>] >>';
    const vertical = 'BT /F4 10 Tf 300 400 Td <65E5672C8A9E> Tj ET';
    const mirrored = 'BT /F1 10 Tf -1 0 0 1 300 400 Tm (Hello there.) Tj ET';
    const hello = linesAt(72, 700, ['Hello there.']);
    const result = await translated(
      {
        pages: [
          { content: `${hello}\n${vertical}` },
          { content: `${mirrored}\n${linesAt(72, 700, ['Good evening.'])}` },
        ],
        fonts: { ...STANDARD_FONTS, F4: upright },
      },
      { 'Hello there.': 'Guten Tag.', 'Good evening.': 'Guten Abend.' },
    );
    expect(result.notes).toEqual(['Pages 1, 2: vertical and mirrored text stays as it is.']);
    expect(await contentOf(result)).toContain(vertical);
    expect(result.paragraphs).toEqual(['Guten Tag.', 'Guten Abend.']);
  });

  it('has a sign for a letter that no font has, or its old text for many, and says where', async () => {
    const lines = ['Price of the book', 'A whole text'].map((line, index) =>
      linesAt(72, 700 - index * 60, [line]),
    );
    // Hieroglyphs, which fonts of Debian rarely have.
    const { paragraphs, notes } = await translated(onePage(...lines), {
      'Price of the book': 'Preis des Buches \u{13080}',
      'A whole text': '\u{13080}\u{13081}\u{13082}',
    });
    expect(paragraphs).toEqual(['Preis des Buches □', 'A whole text']);
    expect(notes).toEqual([
      'Page 1: □ stands for letters that no font of the server has, such as \u{13080}.',
      'Page 1: text stays as it is where no font of the server has the letters of its translation.',
    ]);
  });

  it('has a letter in another font of the document before it has a sign', async () => {
    const font =
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [65 /u13080] >> >>';
    const { paragraphs } = await translated(
      {
        ...onePage(
          linesAt(72, 700, ['Price of the book']),
          linesAt(72, 600, ['A A'], { font: 'F4' }),
        ),
        fonts: { ...STANDARD_FONTS, F4: '100 0 R' },
        objects: { 100: font },
      },
      { 'Price of the book': 'Preis des Buches \u{13080}' },
    );
    expect(paragraphs).toContain('Preis des Buches \u{13080}');
  });

  it('has similar letters where no font has the same, and loses no sense by what is not seen', async () => {
    const { paragraphs, notes } = await translated(
      onePage(linesAt(72, 700, ['Good morning, world'])),
      {
        'Good morning, world': '5\u200b\u33a3 〈a〉 auto\u00admatisch',
      },
    );
    expect(paragraphs[0]).toMatch(/^5(?:㎣|mm3|mm³) .a. auto\u00ad?matisch$/);
    expect(notes).toEqual([]);
  });

  it('moves links to their words', async () => {
    const source = {
      pages: [{ content: linesAt(72, 700, ['Please read the manual first.']), annotations: [100] }],
      objects: {
        100: '<< /Type /Annot /Subtype /Link /Rect [127 697 178.5 710] /A << /S /URI /URI (https://example.org/) >> >>',
      },
    };
    const { file, paragraphs } = await translated(source, {
      'Please read <g id="1">the manual</g> first.':
        'Lesen Sie bitte zuerst <g id="1">das Handbuch</g>.',
    });
    expect(paragraphs).toEqual(['Lesen Sie bitte zuerst <g id="1">das Handbuch</g>.']);
    const link = file.dictionary({ kind: 'reference', number: 100, generation: 0 });
    expect(Number(file.list(link.get('Rect'))[0])).toBeGreaterThan(150);
    expect(link.has('A')).toBe(true);
  });

  it('moves links that stand in the list of their page, as browsers write them', async () => {
    const link =
      '<< /Type /Annot /Subtype /Link /Rect [127 697 178.5 710] /A << /S /URI /URI (https://example.org/) >> >>';
    const whole = Buffer.from(
      buildPdf({
        pages: [
          { content: linesAt(72, 700, ['Please read the manual first.']), annotations: [100] },
        ],
      }),
    ).toString('latin1');
    // The table of objects is repaired while it is read.
    const bytes = Buffer.from(whole.replace('/Annots [100 0 R]', `/Annots [${link}]`), 'latin1');
    const document = await readDocument(bytes, { format: 'pdf' });
    const { bytes: written } = await writeDocument(document, [
      codedParagraph('Lesen Sie bitte zuerst <g id="1">das Handbuch</g>.'),
    ]);
    const file = openPdf(written, DEFAULT_LIMITS);
    const pages = file.dictionary(file.dictionary(file.trailer.get('Root')).get('Pages'));
    const [page] = file.list(pages.get('Kids'));
    const [moved] = file.list(file.dictionary(page).get('Annots'));
    expect(Number(file.list(file.dictionary(moved).get('Rect'))[0])).toBeGreaterThan(150);
    expect(file.dictionary(moved).has('A')).toBe(true);
  });

  it('changes a form once for all pages that show it', async () => {
    const source = {
      pages: [{ content: '/X1 Do' }, { content: '/X1 Do' }],
      resources: '/XObject << /X1 100 0 R >>',
      objects: {
        100: formObject(linesAt(72, 700, ['A letterhead']), `/Font << /F1 ${STANDARD_FONTS.F1} >>`),
      },
    };
    const { paragraphs } = await translated(source, { 'A letterhead': 'Ein Briefkopf' });
    expect(paragraphs).toEqual(['Ein Briefkopf']);
  });

  it('is written from a file whose table of objects was damaged', async () => {
    const whole = Buffer.from(buildPdf(onePage(linesAt(72, 700, ['Hello there.'])))).toString(
      'latin1',
    );
    const damaged = Buffer.from(whole.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
    const document = await readDocument(damaged, { format: 'pdf' });
    const { bytes } = await writeDocument(document, [plainParagraph('Guten Tag.')]);
    expect((await readDocument(bytes, { format: 'pdf' })).paragraphs[0]?.text).toBe('Guten Tag.');
    expect(openPdf(bytes, DEFAULT_LIMITS).tableOffset).toBeGreaterThan(0);
  });

  for (const [language, text] of [
    ['el', 'Καλημέρα κόσμε'],
    ['ru', 'Доброе утро, мир'],
    ['he', 'שלום עולם'],
    ['ar', 'صباح الخير يا عالم'],
    ['zh', '早上好世界'],
    ['ja', 'おはようございます世界'],
    ['ko', '좋은 아침입니다'],
  ] as const) {
    it.skipIf(!hasFontFor(text.charAt(0), language))(
      `can be searched in the letters of ${language}`,
      async () => {
        const { paragraphs } = await translated(
          onePage(linesAt(72, 700, ['Good morning, world'])),
          { 'Good morning, world': text },
          language,
        );
        expect(paragraphs).toEqual([text]);
      },
    );
  }
});
