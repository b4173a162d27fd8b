import { DocumentError } from '../../document-error.js';
import { WHOLE_FILE } from '../../encoding/text-part.js';
import type { Filter, Slot } from '../../model.js';
import { createUnitCollector } from '../../units/unit-collector.js';
import { notesOf, requireWritable } from './checks.js';
import { flowOf } from './flow.js';
import { readLayout } from './layout/document-layout.js';
import { encodeText, type Paragraph } from './layout/paragraphs.js';
import { openPdf } from './objects/pdf-file.js';
import { writePdf } from './setting/write-pdf.js';
import { writeFlow } from './write-flow.js';

/** PDF: its paragraphs, as they can be told from where letters stand. */
export const readPdf: Filter = (bytes, options) => {
  const { limits, outputFormat } = options;
  const file = openPdf(bytes, limits);
  if (outputFormat === 'pdf') requireWritable(file, options);
  const layout = readLayout(file, limits);
  const { paragraphs } = layout;
  if (paragraphs.length === 0) throw new DocumentError('scanned_pdf');

  const collector = createUnitCollector(limits);
  const slots: Slot[] = [];
  const lines = paragraphs.map(sourceOf);
  let start = 0;
  for (const [index, { inlines, codes, isRunning }] of paragraphs.entries()) {
    const end = start + (lines[index] as string).length;
    const slot = collector.add({
      start,
      end,
      inlines,
      codes,
      encode: encodeText,
      isCopy: isRunning,
    });
    if (slot) slots.push(slot);
    start = end + 1;
  }
  // The part is a text with one paragraph a line, from which every output is made.
  const text = lines.join('\n');
  return {
    units: collector.units,
    parts: [{ name: WHOLE_FILE, text, slots }],
    async pack(changed, options) {
      const written = (changed.get(WHOLE_FILE) ?? text).split('\n');
      if (options.outputFormat === 'pdf') {
        const differing = written.flatMap((line, index) =>
          line === lines[index] ? [] : [[index, line] as const],
        );
        if (differing.length === 0) return bytes;
        const result = await writePdf(file, layout, new Map(differing), options);
        return { bytes: result.bytes, notes: notesOf(layout, result) };
      }
      return writeFlow(flowOf(paragraphs, written), options);
    },
  };
};

/** A paragraph with its codes, as the part has it. */
const sourceOf = ({ inlines, codes }: Paragraph): string =>
  inlines
    .map((inline) => {
      if (inline.kind === 'text') return encodeText(inline.text);
      const code = codes[inline.code];
      return (inline.kind === 'close' ? code?.close : code?.open) ?? '';
    })
    .join('');
