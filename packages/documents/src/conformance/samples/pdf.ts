import type { Sample } from '../sample.js';
import { buildPdf } from './build-pdf.js';

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
    units: [
      'A heading',
      'This is a sentence that goes on over two lines of this page, both of them rather long, and is divided at their end. It has a second part that is long, too.',
      'Another (short) paragraph.',
      'A bullet',
    ],
  },
];
