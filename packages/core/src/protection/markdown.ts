import type { TextRange } from '../ranges.js';

const FENCE = /^[ \t]{0,12}(`{3,}|~{3,})([^\n]*)$/;
/** The start of a definition: a name, and an address that follows. */
const DEFINITION =
  /^ {0,3}(\[([^\]\n]{1,100})\]:)(?=[ \t]*(?:<|https?:|mailto:|\/|#|\.\.?\/|[\w.-]{1,60}\.\w))/gm;
const NAMES = /(?<=\])\[[^\]\n]{0,100}\]|\[\^[^\]\s]{1,50}\]:?/g;
const IN_BRACKETS = /\[([^\]\n]{1,100})\](?!\(|\[[^\]])/g;

/**
 * What Markdown refers by, and code in fences, in a plain text: `[the text][name]`, `[name]: address`,
 * `[^1]`. A name alone in brackets counts where the text defines it. In order, not overlapping.
 * https://spec.commonmark.org/0.31.2/
 */
export const findMarkdownSpans = (text: string): readonly TextRange[] => {
  const spans = [...findFences(text)];
  if (text.includes(']')) {
    const defined = new Set<string>();
    for (const { index, 0: found, 1: mark = '', 2: name = '' } of text.matchAll(DEFINITION)) {
      defined.add(name.toLowerCase());
      const end = index + found.length;
      spans.push({ start: end - mark.length, end });
    }
    for (const { index, 0: found } of text.matchAll(NAMES))
      spans.push({ start: index, end: index + found.length });
    if (defined.size > 0) {
      for (const { index, 0: found, 1: name = '' } of text.matchAll(IN_BRACKETS)) {
        if (defined.has(name.toLowerCase()))
          spans.push({ start: index, end: index + found.length });
      }
    }
  }
  return withoutOverlaps(spans);
};

/** Code between lines of three or more backticks or tildes; not where the last line is missing. */
const findFences = (text: string): readonly TextRange[] => {
  if (!text.includes('```') && !text.includes('~~~')) return [];
  const fences: TextRange[] = [];
  let open: { readonly start: number; readonly mark: string } | undefined;
  let start = 0;
  for (const line of text.split('\n')) {
    const [, mark = '', rest = ''] = FENCE.exec(line) ?? [];
    const end = start + line.length;
    if (open) {
      const isEnd = mark.startsWith(open.mark) && rest.trim() === '';
      if (isEnd) fences.push({ start: open.start, end });
      if (isEnd) open = undefined;
    } else if (mark !== '' && !(mark.startsWith('`') && rest.includes('`'))) {
      open = { start, mark };
    }
    start = end + 1;
  }
  return fences;
};

/** The first of spans that overlap, in order. */
const withoutOverlaps = (spans: readonly TextRange[]): readonly TextRange[] => {
  const kept: TextRange[] = [];
  for (const span of spans.toSorted((one, two) => one.start - two.start || two.end - one.end)) {
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
};

/** A cell of the row of dashes below the head of a table. */
const DASHES = /^[ \t]*:?-+:?[ \t]*$/;
const CLOSED_ROW = /^[ \t]*\|.*\|[ \t]*$/s;

/** A line of a text, without its break. */
interface MarkdownLine extends TextRange {
  readonly text: string;
}

/** Whether a row is `---|---`. A pattern for all of it would take the square of its blanks. */
const isDelimiters = (row: string): boolean => {
  const cells = row.split('|');
  if (cells[0]?.trim() === '') cells.shift();
  if (cells.at(-1)?.trim() === '') cells.pop();
  return cells.length > 0 && cells.every((cell) => DASHES.test(cell));
};

const linesOf = (text: string): readonly MarkdownLine[] => {
  const lines: MarkdownLine[] = [];
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

/** Signs between the items of menus and titles: `Home | About us`, `Products · Acme`. */
const BETWEEN_ITEMS = /(?<=\S[ \t\u00a0])[|·•](?=[ \t\u00a0]\S)/gu;
/** The same for the way to a page, `Home » Bags`, where no quotation is opened. */
const BETWEEN_STEPS = /(?<=\S[ \t\u00a0])[»›](?=[ \t\u00a0]\S)/gu;
/** `Yes / No / Maybe`: short items that begin like names, with nothing else on the line. */
const CHOICE = /^[ \t]*[\p{Lu}\d][^/.!?]{0,30}(?: \/ [\p{Lu}\d][^/.!?]{0,30}){1,20}$/u;
const SLASHES = /(?<= )\/(?= )/g;
/** `Open Settings → Privacy → Cookies.`: short steps that begin like names, to the end of the line. */
const WAY = /^[^→>]{1,200}(?: [→>] [\p{Lu}\d][^→>.!?]{0,30}){1,20}[.!]?$/u;
const ARROWS = /(?<= )[→>](?= )/g;
const MAX_ITEMS_UNITS = 600;

/** Where the items of a line end. */
function* itemEnds(line: string): Generator<number> {
  for (const { index } of line.matchAll(BETWEEN_ITEMS)) yield index;
  if (!/[«‹]/.test(line)) for (const { index } of line.matchAll(BETWEEN_STEPS)) yield index;
  if (line.length > MAX_ITEMS_UNITS) return;
  if (CHOICE.test(line)) for (const { index } of line.matchAll(SLASHES)) yield index;
  if (WAY.test(line)) for (const { index } of line.matchAll(ARROWS)) yield index;
}

const cellEnds = (row: string): readonly number[] =>
  [...row.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);

/** What may end a cell or an item. */
const END_SIGN = /[|·•»›]| [/→>] /u;

/**
 * The signs between the cells of Markdown tables and between items, and the breaks
 * between the rows of tables, in order: no sentence crosses them. A row is a line that begins and ends
 * with a bar, or any line with bars next to one of dashes (`---|---`) or to another such row.
 * https://github.github.com/gfm/#tables-extension-
 */
export const findCellEnds = (text: string): readonly number[] => {
  if (!END_SIGN.test(text)) return [];
  const ends: number[] = [];
  let rows: MarkdownLine[] = [];
  const finish = (): void => {
    const isTable = rows.some((row) => isDelimiters(row.text));
    for (const row of rows) {
      const isRow = isTable || CLOSED_ROW.test(row.text);
      const found = isRow ? cellEnds(row.text) : [...itemEnds(row.text)].toSorted((a, b) => a - b);
      for (const index of found) ends.push(row.start + index);
      if (isRow && row.end < text.length) ends.push(row.end);
    }
    rows = [];
  };
  for (const line of linesOf(text)) {
    if (END_SIGN.test(line.text)) rows.push(line);
    else finish();
  }
  finish();
  return ends;
};
