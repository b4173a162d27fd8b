import type { Sample } from '../sample.js';

const PAGE = `BT /F1 20 Tf 72 700 Td (A heading) Tj ET
BT /F1 10 Tf 72 660 Td (This is a sentence that goes on over two lines and is di-) Tj 0 -12 Td (vided at their end. It has a second part that is long, too.) Tj 0 -30 Td (Another \\(short\\) paragraph.) Tj 0 -12 Td (\\225 A bullet) Tj ET`;

/** A PDF of one page. @param content what is drawn on it */
const pdf = (content: string): Uint8Array => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
};

/** A page with a black square and no text, as a scanner makes it. */
export const SCANNED_PDF = pdf('0 0 100 100 re f');

export const PDF_SAMPLES: readonly Sample[] = [
  {
    name: 'pdf',
    format: 'pdf',
    bytes: pdf(PAGE),
    units: [
      'A heading',
      'This is a sentence that goes on over two lines and is divided at their end. It has a second part that is long, too.',
      'Another (short) paragraph.',
      'A bullet',
    ],
  },
];
