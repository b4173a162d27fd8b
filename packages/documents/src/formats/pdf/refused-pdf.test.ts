import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { notationsOf, translateBy } from '../../conformance/notation.js';
import {
  buildPdf,
  formObject,
  linesAt,
  onePage,
  type PdfSource,
  STANDARD_FONTS,
  unitsOf,
} from '../../conformance/pdf-samples.js';
import { DEFAULT_LIMITS } from '../../limits.js';
import { type ReadDocumentOptions, readDocument } from '../../read-document.js';
import { writeDocument } from '../../write-document.js';
import { sampleOf } from './setting/font-files.js';
import { hasFontFor } from './setting/shaper.js';

const codeOf = (bytes: Uint8Array, options: Partial<ReadDocumentOptions> = {}) =>
  readDocument(bytes, { format: 'pdf', ...options }).then(
    () => 'read',
    (error) => error.code,
  );

/** A font of drawings, of which nothing tells what letters they are. */
const UNKNOWN_FONT =
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << >> /Encoding << /Differences [65 /g1 /g2 /g3] >> /FirstChar 65 /LastChar 67 /Widths [500 500 500] >>';

/** What is said of a file of which every text is translated by a table, and its texts then. */
const translated = async (source: PdfSource, table: Readonly<Record<string, string>>) => {
  const document = await readDocument(buildPdf(source), { format: 'pdf' });
  const translations = translateBy(document.paragraphs, table);
  const { bytes, notes } = await writeDocument(document, translations, { targetLanguage: 'de' });
  const again = await readDocument(bytes, { format: 'pdf' });
  return { notes, paragraphs: notationsOf(again.paragraphs) };
};

describe('a PDF of which a part cannot be read', () => {
  it('translates what can be read beside a line that cannot, and says where that is', async () => {
    const source = {
      pages: [
        {
          content: [
            linesAt(72, 700, ['This page is left blank.']),
            linesAt(72, 688, ['ABCABCABC'], { font: 'F4' }),
          ].join('\n'),
        },
      ],
      fonts: { ...STANDARD_FONTS, F4: UNKNOWN_FONT },
    };
    const { notes, paragraphs } = await translated(source, {
      'This page is left blank.': 'Diese Seite ist leer.',
    });
    expect(paragraphs).toEqual(['Diese Seite ist leer.']);
    expect(notes).toEqual(['Page 1: text stays as it is where nothing tells its letters.']);
  });

  it('says which pages it could not read', async () => {
    const source = {
      pages: [
        { content: linesAt(72, 700, ['Hello there.']) },
        { content: linesAt(72, 700, ['ABCABCABCABCABCABCABCABCABCABC'], { font: 'F4' }) },
        { content: '0 0 100 100 re f' },
      ],
      fonts: { ...STANDARD_FONTS, F4: UNKNOWN_FONT },
    };
    const { notes } = await translated(source, { 'Hello there.': 'Guten Tag.' });
    expect(notes).toEqual([
      'Page 2: text stays as it is where nothing tells its letters.',
      'Page 3: without text, so they stay as they are.',
    ]);
  });
});

describe('a PDF', () => {
  const text = onePage(linesAt(72, 700, ['Some words.']));

  it('is refused with a signature, unless it may be lost, or if it is to be a text', async () => {
    const signed = buildPdf({
      ...text,
      catalog: '/AcroForm << /Fields [100 0 R] /SigFlags 3 >>',
      objects: { 100: '<< /FT /Sig /T (s) /V << /Type /Sig /ByteRange [0 1 2 3] >> >>' },
    });
    expect(await codeOf(signed, { outputFormat: 'pdf' })).toBe('signed_pdf');
    expect(await codeOf(signed, { outputFormat: 'pdf', dropsSignature: true })).toBe('read');
    expect(await codeOf(signed, { outputFormat: 'docx' })).toBe('read');
  });

  it.each([
    ['xfa_form', { ...text, catalog: '/AcroForm << /XFA (x) >>' }],
    ['encrypted', { ...text, trailer: '/Encrypt << /Filter /Standard >>' }],
    // What the catalogue lies in may be encrypted, too.
    ['encrypted', { ...text, trailer: '/Encrypt << /Filter /Standard >> /Root 999 0 R' }],
    ['scanned_pdf', onePage('0 0 612 792 re f')],
    ['scanned_pdf', onePage('BT 3 Tr /F1 10 Tf 72 700 Td (What a scanner has read) Tj ET')],
    ['unreadable_pdf', onePage('BT /F1 10 Tf -1 0 0 1 300 400 Tm (In a mirror) Tj ET')],
  ] as const)('is refused: %s', async (code, source) => {
    expect(await codeOf(buildPdf(source), { outputFormat: 'pdf' })).toBe(code);
  });

  // Few machines have fonts for all of these.
  const withoutFont = ['zh', 'he', 'hi', 'th', 'km', 'am'].find(
    (language) => !hasFontFor(sampleOf(language)[0], language),
  );

  it.skipIf(withoutFont === undefined)(
    'is refused for a language whose letters no font of the machine has, naming a package with one',
    async () => {
      const options = { format: 'pdf', targetLanguage: withoutFont } as const;
      const written = readDocument(buildPdf(text), { ...options, outputFormat: 'pdf' });
      await expect(written).rejects.toMatchObject({
        code: 'fonts_missing',
        message: expect.stringMatching(/fonts-noto-(?:core|cjk)/),
      });
      expect(await codeOf(buildPdf(text), { ...options, outputFormat: 'docx' })).toBe('read');
    },
  );

  it('is read with a damaged table of objects', async () => {
    const whole = Buffer.from(buildPdf(text)).toString('latin1');
    const damaged = Buffer.from(whole.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
    const { paragraphs } = await readDocument(damaged, { format: 'pdf' });
    expect(paragraphs).toEqual([{ text: 'Some words.', codes: [] }]);
  });

  it('may have loops in everything that refers to something', async () => {
    const source = {
      pages: [{ content: `${linesAt(72, 700, ['Some words.'])} /X1 Do` }],
      resources: '/XObject << /X1 100 0 R >>',
      objects: {
        2: '<< /Type /Pages /Kids [10 0 R 2 0 R] /Count 2 >>',
        100: formObject('/X1 Do', '/XObject << /X1 100 0 R >>'),
        101: '101 0 R',
      },
      catalog: '/AcroForm << /Fields [102 0 R] >> /Lang 101 0 R',
    };
    expect(await unitsOf(source, { outputFormat: 'pdf' })).toEqual(['Some words.']);
  });

  it('is refused when it inflates to more than it may', async () => {
    const bomb = deflateSync(Buffer.alloc(DEFAULT_LIMITS.partBytes + 1, 32));
    const source = buildPdf({
      ...text,
      objects: {
        11: `<< /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n${bomb.toString('latin1')}\nendstream`,
      },
    });
    expect(await codeOf(source)).toBe('too_large');
  });

  it('is refused when a page names one stream again and again', async () => {
    const large = deflateSync(Buffer.alloc(5 * 1024 * 1024, 32));
    const source = buildPdf({
      ...text,
      objects: {
        10: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents [${'100 0 R '.repeat(20)}] >>`,
        100: `<< /Filter /FlateDecode /Length ${large.length} >>\nstream\n${large.toString('latin1')}\nendstream`,
      },
    });
    expect(await codeOf(source)).toBe('too_large');
  });

  it('is refused when searching its damaged table and reading it inflate too much together', async () => {
    const limits = { inflatedBytes: 1_000_000, partBytes: 8_000_000 };
    const inflating = (bytes: number, entries: string): string => {
      const packed = deflateSync(Buffer.alloc(bytes, 32));
      return `<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed.toString('latin1')}\nendstream`;
    };
    // Ten million bytes may be inflated; the search alone and the page alone stay below that.
    const damaged = (container: number, page: number): Uint8Array => {
      const source = buildPdf({
        ...text,
        objects: {
          10: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents [100 0 R 11 0 R] /Resources 3 0 R >>',
          100: inflating(page, ''),
          101: inflating(container, '/Type /ObjStm /N 0 /First 0'),
        },
      });
      const whole = Buffer.from(source).toString('latin1');
      return Buffer.from(whole.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
    };
    expect(await codeOf(damaged(6_000_000, 100), { limits })).toBe('read');
    expect(await codeOf(damaged(100, 6_000_000), { limits })).toBe('read');
    expect(await codeOf(damaged(6_000_000, 6_000_000), { limits })).toBe('too_large');
  });

  it('may have many streams without an end', async () => {
    const whole = Buffer.from(buildPdf(text)).toString('latin1');
    const streams = Array.from(
      { length: 100_000 },
      (_, at) => `${1000 + at} 0 obj << /Type /XRef >> stream\n`,
    );
    const damaged = whole.replace(/xref\n[\s\S]*/, `${streams.join('')}trailer << /Root 1 0 R >>`);
    expect(await codeOf(Buffer.from(damaged, 'latin1'))).toBe('read');
  });

  it('has pages of 200,000 letters, of which every one is read', async () => {
    const line = 'ab '.repeat(2000);
    const source = onePage(
      linesAt(
        0,
        700,
        Array.from({ length: 33 }, () => line),
      ),
    );
    const [paragraph = '', ...others] = await unitsOf(source);
    expect(others).toEqual([]);
    expect(paragraph.match(/ab/g)).toHaveLength(66_000);
  });

  it('is refused when its tree of pages is a chain without end', async () => {
    const levels = 3000;
    const objects = Object.fromEntries(
      Array.from({ length: levels }, (_, index) => [
        100 + index,
        `<< /Type /Pages /Kids [${index + 1 < levels ? 101 + index : 10} 0 R] /Count 1 >>`,
      ]),
    );
    const chain = buildPdf({
      ...text,
      objects: { 2: '<< /Type /Pages /Kids [100 0 R] /Count 1 >>', ...objects },
    });
    expect(await codeOf(chain)).toBe('too_large');
  });

  it('may have fonts that claim to have billions of letters, or programs without end', async () => {
    const map =
      '1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 beginbfrange <00000000> <ffffffff> <0041> endbfrange';
    const bomb = deflateSync(Buffer.alloc(DEFAULT_LIMITS.partBytes + 1, 32));
    const source = {
      ...onePage(linesAt(72, 700, ['Some words.']), 'BT /F4 10 Tf 72 600 Td <00000041> Tj ET'),
      fonts: {
        ...STANDARD_FONTS,
        F4: '<< /Type /Font /Subtype /Type0 /BaseFont /Huge /Encoding /Identity-H /ToUnicode 100 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Huge /W [0 4294967295 500] >>] >>',
      },
      objects: { 100: `<< /Length ${map.length} >>\nstream\n${map}\nendstream` },
    };
    expect(await unitsOf(source)).toContain('Some words.');
    const program = {
      ...text,
      fonts: {
        F1: '<< /Type /Font /Subtype /Type1 /BaseFont /Huge /FontDescriptor << /FontFile 100 0 R >> >>',
      },
      objects: {
        100: `<< /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n${bomb.toString('latin1')}\nendstream`,
      },
    };
    expect(await codeOf(buildPdf(program))).toBe('too_large');
  });

  it('is refused when objects are nested without end', async () => {
    const deep = buildPdf({ ...text, catalog: `/Names ${'['.repeat(5000)}` });
    expect(await codeOf(deep)).toBe('too_large');
  });
});
