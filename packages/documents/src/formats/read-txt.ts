import { readTextFile, textDocument } from '../encoding/text-part.js';
import type { Filter, Slot } from '../model.js';
import { createUnitCollector, plainText } from '../units/unit-collector.js';

/** Plain text: every line is a unit; blank lines, indentation and line ends stay. */
export const readTxt: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  const collector = createUnitCollector(options.limits);
  const slots: Slot[] = [];
  for (const { index, 0: line } of file.text.matchAll(/[^\r\n\f\v\u0085\u2028\u2029]+/g)) {
    const slot = collector.add({
      start: index,
      end: index + line.length,
      inlines: plainText(line),
      encode: (text) => text.replace(/[\r\n\f\v\u0085\u2028\u2029]+/g, ' '),
    });
    if (slot) slots.push(slot);
  }
  return textDocument(file, { text: file.text, slots }, collector.units);
};
