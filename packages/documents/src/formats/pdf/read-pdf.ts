import { DocumentError } from '../../common/document-error.js';
import type { Filter, Slot } from '../../common/model.js';
import { WHOLE_FILE } from '../../encoding/text-part.js';
import { createUnitCollector, plainText } from '../../units/unit-collector.js';
import { type PdfParagraph, pdfParagraphs } from './pdf-paragraphs.js';
import { readPdfText } from './read-pdf-text.js';
import { type FlowParagraph, writeFlow } from './write-flow.js';

/** PDF: its paragraphs, as far as they can be told from their places. The layout is not kept. */
export const readPdf: Filter = async (bytes, { limits }) => {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) {
    throw new DocumentError('format_mismatch', 'It is no PDF.');
  }
  const pages = await readPdfText(bytes, limits);
  const paragraphs = pages.flatMap(pdfParagraphs);
  if (!paragraphs.some(({ text }) => /\p{L}/u.test(text))) throw new DocumentError('scanned_pdf');

  const collector = createUnitCollector(limits);
  const slots: Slot[] = [];
  const lines = paragraphs.map(({ text }) => text);
  let start = 0;
  for (const line of lines) {
    const end = start + line.length;
    const slot = collector.add({
      ...{ start, end, inlines: plainText(line) },
      encode: (text) => text.replace(/\s+/g, ' '),
    });
    if (slot) slots.push(slot);
    start = end + 1;
  }
  // The part is a text with one paragraph a line, from which every output is made.
  const text = lines.join('\n');
  const levels = headingLevels(paragraphs);
  return {
    units: collector.units,
    parts: [{ name: WHOLE_FILE, text, slots }],
    pack: (changed, options) => {
      const flow = (changed.get(WHOLE_FILE) ?? text)
        .split('\n')
        .map((words, index): FlowParagraph => ({ text: words, headingLevel: levels[index] ?? 0 }));
      return writeFlow(flow, options);
    },
  };
};

/** 1 to 3 for type that is larger than most; 0 for text. */
const headingLevels = (paragraphs: readonly PdfParagraph[]): readonly number[] => {
  const lengths = new Map<number, number>();
  for (const { height, text } of paragraphs) {
    const size = Math.round(height);
    lengths.set(size, (lengths.get(size) ?? 0) + text.length);
  }
  const [usual = 0] = [...lengths].reduce(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    [0, 0],
  );
  const larger = [...lengths.keys()].filter((size) => size > usual * 1.15).sort((a, b) => b - a);
  return paragraphs.map(({ height, text }) => {
    const rank = larger.indexOf(Math.round(height));
    return rank < 0 || text.length > 200 ? 0 : Math.min(rank + 1, 3);
  });
};
