import type { TextRange } from '../ranges.js';

/** A text without any of these has no separators but for items and cells: nearly all texts. */
const MAY_SEPARATE = /[\t\u2610-\u2612□◻]|[ \u00a0]{2}|__|\.{3}|\. \.|\[ \]|\{\{|\*\./u;

const PATTERN = String.raw`\*\.[\w*?-]{1,20}(?:[;, ]{1,2}\*\.[\w*?-]{1,20}){0,10}`;

/**
 * What stands between texts that have nothing to do with each other on a line:
 * - lines to write on, `Name: ______ Date: __/__/____`, and dots that lead to a number
 * - boxes to tick, `☐ Yes ☐ No`
 * - block tags of templates, `{{#if user}}Hello{{else}}Log in{{/if}}`
 * - patterns of files, as dialogs of Windows and Qt have them: `Text (*.txt)|*.txt|All files (*.*)|*.*`
 */
const SEPARATORS = new RegExp(
  [
    '__(?:[/.:-]_{2,4}){1,4}|_{3,}',
    String.raw`\.{5,}|\.(?: \.){3,}|(?<=:[ \t]?)\.{3,}`,
    String.raw`[\u2610-\u2612□◻]|(?<![^\s])\[ \](?![^\s])`,
    String.raw`\{\{~?[#^/][^{}\n]{0,200}\}\}|\{\{~?[ \t]{0,4}else\b[^{}\n]{0,200}\}\}`,
    String.raw`(?<![ \t])[ \t]{0,4}\(${PATTERN}\)(?:\|${PATTERN}(?:\||$)|;;|$)|\|${PATTERN}(?:\||$)`,
  ].join('|'),
  'gmu',
);

/** White space between the columns of a line. */
const SPACE = /(?<=\S)[ \t\u00a0]+(?=\S)/gu;
const FLOWS_ON = /[\p{Ll},](?= {2}$)/u;

/**
 * Two spaces within a sentence are a slip: what they stand between begins and ends in small letters.
 * Behind an option, as in `--help  show this`, they are none.
 */
const isSlip = (text: string, start: number, end: number): boolean => {
  if (text.slice(start, end) !== '  ' || !/\p{Ll}/u.test(text[end] ?? '')) return false;
  if (!FLOWS_ON.test(text.slice(start - 1, end))) return false;
  const word = /\S{1,40}$/.exec(text.slice(Math.max(0, start - 40), start))?.[0] ?? '';
  return !word.startsWith('-');
};

/**
 * What no sentence crosses, in order: it stays as it is.
 *
 * @param hasColumns whether runs of white space mean anything, as they do not in HTML
 */
export const findSeparators = (text: string, hasColumns: boolean): readonly TextRange[] => {
  const found: TextRange[] = findCellEnds(text).map((at) => ({ start: at, end: at + 1 }));
  if (MAY_SEPARATE.test(text)) {
    for (const { index, 0: separator } of text.matchAll(SEPARATORS)) {
      found.push({ start: index, end: index + separator.length });
    }
    // One by one: there may be more than a call has arguments.
    if (hasColumns) for (const gap of findColumnGaps(text)) found.push(gap);
  }
  return found.sort((one, two) => one.start - two.start);
};

/** The white space between columns. */
function* findColumnGaps(text: string): Generator<TextRange> {
  for (const { index, 0: space } of text.matchAll(SPACE)) {
    const end = index + space.length;
    const isWide = space.length > 1 || space === '\t';
    if (isWide && !isSlip(text, index, end)) yield { start: index, end };
  }
}

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
 * The signs between the cells of Markdown tables and between items, and the breaks between the rows of
 * tables, in order. A row is a line that begins and ends with a bar, or any line with bars next to one
 * of dashes (`---|---`) or to another such row.
 * https://github.github.com/gfm/#tables-extension-
 */
const findCellEnds = (text: string): readonly number[] => {
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
