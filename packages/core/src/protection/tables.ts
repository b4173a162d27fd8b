import type { TextRange } from '../segmentation/segmentation.js';

const DELIMITERS = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const CLOSED_ROW = /^[ \t]*\|.*\|[ \t]*$/s;

/** A line of a text, without its break. */
interface Line extends TextRange {
  readonly text: string;
}

const linesOf = (text: string): readonly Line[] => {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    lines.push({
      start,
      end: start + line.length,
      text: line.endsWith('\r') ? line.slice(0, -1) : line,
    });
    start += line.length + 1;
  }
  return lines;
};

/**
 * The signs between the cells of Markdown tables, and the breaks between their rows, in order: no
 * sentence crosses them. A row is a line that begins and ends with a bar, or any line with bars next
 * to one of dashes (`---|---`) or to another such row. https://github.github.com/gfm/#tables-extension-
 */
export const findCellEnds = (text: string): readonly number[] => {
  if (!text.includes('|')) return [];
  const ends: number[] = [];
  let rows: Line[] = [];
  const finish = (): void => {
    const isTable = rows.some((row) => DELIMITERS.test(row.text));
    for (const row of rows) {
      if (!isTable && !CLOSED_ROW.test(row.text)) continue;
      for (const { index } of row.text.matchAll(/(?<!\\)\|/g)) ends.push(row.start + index);
      if (row.end < text.length) ends.push(row.end);
    }
    rows = [];
  };
  for (const line of linesOf(text)) {
    if (line.text.includes('|')) rows.push(line);
    else finish();
  }
  finish();
  return ends;
};
