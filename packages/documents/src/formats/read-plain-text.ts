import type { Filter, Slot } from '../model.js';
import { createParagraphCollector, isCode, plainText } from '../paragraph-collector.js';
import { readTextFile, textDocument } from '../text-part.js';

/** Plain text: every line is a paragraph; blank lines, indentation and line ends stay. */
export const readTxt: Filter = (bytes, options) => {
  const file = readTextFile(bytes, options);
  const collector = createParagraphCollector(options.limits);
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
  return textDocument(file, { text: file.text, slots }, collector.paragraphs);
};

/**
 * Tables in text: every field that is words, as in RFC 4180.
 *
 * @param delimiters of which the one most often in the first line is taken
 */
const delimitedFilter =
  (delimiters: readonly string[]): Filter =>
  (bytes, options) => {
    const file = readTextFile(bytes, options);
    const collector = createParagraphCollector(options.limits);
    const slots: Slot[] = [];
    const delimiter = mostFrequent(file.text, delimiters);
    const bodyStart = options.keepsHeader ? firstRecordLength(file.text) : 0;
    const field = new RegExp(`"((?:[^"]|"")*)"|[^${delimiter}\\r\\n"][^${delimiter}\\r\\n]*`, 'g');
    for (const { 0: source, 1: quoted, index } of file.text.matchAll(field)) {
      const text = quoted === undefined ? source : quoted.replaceAll('""', '"');
      if (isCode(text) || index < bodyStart) continue;
      const slot = collector.add({
        start: index,
        end: index + source.length,
        inlines: plainText(text),
        encode: (words) => words,
        finish: (words) => writeField(words, delimiter, quoted !== undefined),
      });
      if (slot) slots.push(slot);
    }
    return textDocument(file, { text: file.text, slots }, collector.paragraphs);
  };

export const readCsv = delimitedFilter([',', ';', '\t']);
export const readTsv = delimitedFilter(['\t']);

const firstRecordLength = (text: string): number =>
  /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].length ?? 0;

const mostFrequent = (text: string, delimiters: readonly string[]): string => {
  const line = /^[^\r\n]*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? '';
  const count = (delimiter: string): number => line.split(delimiter).length;
  return delimiters.reduce((best, delimiter) =>
    count(delimiter) > count(best) ? delimiter : best,
  );
};

const writeField = (text: string, delimiter: string, wasQuoted: boolean): string =>
  wasQuoted || text.includes(delimiter) || /["\r\n]/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
