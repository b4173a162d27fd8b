import { type ReadDocumentOptions, readDocument } from '../read-document.js';
import { notationsOf, type Sample } from './notation.js';

/** A page of a PDF that is made for a test. */
interface PdfPageSource {
  /** What is drawn on it. */
  readonly content: string;
  /** Numbers of objects that are its annotations. */
  readonly annotations?: readonly number[];
}

export interface PdfSource {
  readonly pages: readonly PdfPageSource[];
  /** Fonts by name, as dictionaries. Default: `F1` to `F3`, three standard fonts. */
  readonly fonts?: Readonly<Record<string, string>>;
  /** Entries of the resources beside the fonts, such as `/XObject << … >>`. */
  readonly resources?: string;
  /** Further objects by their number, from 100 on. Streams have `stream` in them. */
  readonly objects?: Readonly<Record<number, string>>;
  /** Further entries of the catalogue. */
  readonly catalog?: string;
  /** Further entries of the trailer. */
  readonly trailer?: string;
}

export const STANDARD_FONTS: Readonly<Record<string, string>> = {
  F1: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  F2: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  F3: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
};

const stream = (content: string, entries = ''): string =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** A form that pages can draw. */
export const formObject = (content: string, resources: string): string =>
  stream(
    content,
    `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${resources} >>`,
  );

/** Makes a file of pages of 612 by 792 points. */
export const buildPdf = ({
  pages,
  fonts = STANDARD_FONTS,
  resources = '',
  objects: further = {},
  catalog = '',
  trailer = '',
}: PdfSource): Uint8Array => {
  const objects = new Map<number, string>();
  const kids = pages.map((_, index) => `${10 + index * 2} 0 R`).join(' ');
  const fontEntries = Object.entries(fonts).map(([name, font]) => `/${name} ${font}`);
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`);
  objects.set(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  objects.set(3, `<< /Font << ${fontEntries.join(' ')} >> ${resources} >>`);
  for (const [index, { content, annotations }] of pages.entries()) {
    const list = annotations
      ? `/Annots [${annotations.map((number) => `${number} 0 R`).join(' ')}]`
      : '';
    objects.set(
      10 + index * 2,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${11 + index * 2} 0 R /Resources 3 0 R ${list} >>`,
    );
    objects.set(11 + index * 2, stream(content));
  }
  for (const [number, object] of Object.entries(further)) objects.set(Number(number), object);
  let text = '%PDF-1.4\n';
  let table = '';
  for (const [number, object] of objects) {
    table += `${number} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const start = text.length;
  text += `xref\n0 1\n0000000000 65535 f \n${table}trailer\n<< /Size ${Math.max(...objects.keys()) + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
};

/** Lines of text under each other. */
export const linesAt = (
  x: number,
  y: number,
  lines: readonly string[],
  { font = 'F1', size = 10, leading = 12 } = {},
): string => {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -${leading} Td`);
  return `BT /${font} ${size} Tf ${x} ${y} Td ${shown.join(' ')} ET`;
};

/** A file of one page. @param content operators of its content, a line each */
export const onePage = (...content: readonly string[]): PdfSource => ({
  pages: [{ content: content.join('\n') }],
});

const PAGE = `BT /F1 20 Tf 72 700 Td (A heading) Tj ET
BT /F1 10 Tf 72 660 Td (This is a sentence that goes on over two lines of this page, both of them rather long, and is di-) Tj 0 -12 Td (vided at their end. It has a second part that is long, too.) Tj 0 -30 Td (Another \\(short\\) paragraph.) Tj 0 -12 Td (\\225 A bullet) Tj ET`;

const pdf = (content: string): Uint8Array => buildPdf({ pages: [{ content }] });

/** A page with a black square and no text, as a scanner makes it. */
export const SCANNED_PDF = pdf('0 0 100 100 re f');

export const PDF_SAMPLES: readonly Sample[] = [
  {
    name: 'pdf',
    format: 'pdf',
    bytes: pdf(PAGE),
    paragraphs: [
      'A heading',
      'This is a sentence that goes on over two lines of this page, both of them rather long, and is divided at their end. It has a second part that is long, too.',
      'Another (short) paragraph.',
      'A bullet',
    ],
  },
];

/** The texts that are read from a PDF. */
export const unitsOf = async (
  source: PdfSource,
  options: Partial<ReadDocumentOptions> = {},
): Promise<readonly string[]> => {
  const { paragraphs } = await readDocument(buildPdf(source), { format: 'pdf', ...options });
  return notationsOf(paragraphs);
};
