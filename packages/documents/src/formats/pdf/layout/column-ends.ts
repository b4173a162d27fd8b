import { countBefore, largest, smallest } from '../../../many-values.js';
import { addToGroup } from '../add-to-group.js';
import type { Shape } from '../text/interpret-content.js';
import { nearIn, type ShapeBands } from './nearby.js';
import type { Line } from './page-lines.js';

/** Lines of a page in one direction, and what is drawn around them. */
export interface Page {
  readonly rows: ReadonlyMap<number, readonly Line[]>;
  /** What stands before points of lists, by their first line. */
  readonly markers: ReadonlyMap<Line, Line>;
  readonly lines: readonly Line[];
  /** Their edges from the left; their base lines from the top, in the order of the lines. */
  readonly byStart: LineIndex;
  readonly byEnd: LineIndex;
  readonly byBase: LineIndex;
  /** Where the first one of its lines begins, and the last one ends. */
  readonly left: number;
  readonly right: number;
  /** Lines that reach over the end of their column, as a long address does. */
  readonly overfull: ReadonlySet<Line>;
  /** Lines that are drawn across, on which text does not go on. */
  readonly bars: ShapeBands;
  readonly boxes: ShapeBands;
  /** What was found out about lines: whether they are cells, and where they could go on to. */
  readonly cells: Map<Line, boolean>;
  readonly columnEnds: Map<Line, number>;
  readonly widestEnds: Map<Line, number>;
}

/**
 * Finds the lines with a place in a range, both ends included, without looking at all of them; those
 * near a line if they are many.
 */
type LineIndex = (from: number, to: number, line: Line) => readonly Line[];

const indexLines = (lines: readonly Line[], placeOf: (line: Line) => number): LineIndex => {
  const sorted = lines.toSorted((one, two) => placeOf(one) - placeOf(two));
  const places = Float64Array.from(sorted, placeOf);
  const indexes = new Map(sorted.map((line, index) => [line, index]));
  return (from, to, line) => {
    const first = countBefore(places.length, (index) => (places[index] as number) < from);
    const end = countBefore(places.length, (index) => (places[index] as number) <= to);
    return nearIn(sorted, indexes.get(line) ?? first, first, end);
  };
};

/** The lines of a page, in their order, and what finds them. */
export const indexedLines = (
  lines: readonly Line[],
): Pick<Page, 'lines' | 'byStart' | 'byEnd' | 'byBase' | 'left' | 'right'> => ({
  lines,
  left: smallest(lines.map(({ u }) => u)),
  right: largest(lines.map(({ end }) => end)),
  byStart: indexLines(lines, ({ u }) => u),
  byEnd: indexLines(lines, ({ end }) => end),
  byBase: indexLines(lines, ({ v }) => -v),
});

/** In sizes of the type: edges of one column are no further apart. */
export const SAME_EDGE = 0.35;

const MIN_FULL = 5;
/** Of many lines that end at one place, one may go on. */
const FULL_PER_OVERFULL = 8;

export const overfullLines = (lines: readonly Line[]): ReadonlySet<Line> => {
  const overfull = new Set<Line>();
  const byEnd = new Map<number, Line[]>();
  const bySize = new Map<number, Line[]>();
  for (const line of lines) {
    addToGroup(byEnd, Math.round(line.end / 2), line);
    addToGroup(bySize, sizeClass(line), line);
  }
  const sizes = [...bySize.values()].map((same) => ({
    reach: largest(same.map(({ size }) => size)) * SAME_START,
    byStart: indexLines(same, ({ u }) => u),
  }));
  for (const [place, full] of byEnd) {
    if (full.length < MIN_FULL) continue;
    const starts = new Map(full.map((line) => [Math.round(line.u), line]));
    const longer = new Set<Line>();
    for (const [start, line] of [...starts].slice(0, 50)) {
      for (const { reach, byStart } of sizes) {
        for (const other of byStart(start - reach, start + reach, line)) {
          const { u, end, size } = other;
          const isLonger = end > place * 2 + size * 0.5 && u < place * 2 - size * 10;
          if (isLonger && Math.abs(start - u) < size * SAME_START) longer.add(other);
        }
      }
      if (longer.size * FULL_PER_OVERFULL > full.length) break;
    }
    if (longer.size * FULL_PER_OVERFULL > full.length) continue;
    for (const line of longer) overfull.add(line);
  }
  return overfull;
};

/** In sizes of the type: lines of one column begin no further apart. */
export const SAME_START = 1.6;

/** Type of about one size has the same number or the next one. */
export const sizeClass = ({ size }: Line): number => Math.round(Math.log(size) / SIZE_STEP);
const SIZE_STEP = Math.log(1.2);

/**
 * Where a line could go on to, by lines that begin where it does.
 *
 * @param isAnySize also lines of larger and smaller type count
 */
export const columnEndOf = (line: Line, page: Page, isAnySize = false): number => {
  const ends = isAnySize ? page.widestEnds : page.columnEnds;
  const known = ends.get(line);
  if (known !== undefined) return known;
  const find = line.isRightToLeft ? columnLeftOf : columnRightOf;
  const end = find(line, page, isAnySize);
  ends.set(line, end);
  return end;
};

const columnRightOf = (line: Line, page: Page, isAnySize: boolean): number => {
  let end = line.end;
  for (const other of page.byStart(
    line.u - line.size * SAME_START,
    line.u + line.size * SAME_START,
    line,
  )) {
    const isSame =
      Math.abs(other.u - line.u) < line.size * SAME_START &&
      (isAnySize || Math.abs(other.size - line.size) < line.size * 0.2);
    if (isSame && other.end > end && !page.overfull.has(other)) end = other.end;
  }
  const ownEnd = end;
  let isColumn: boolean | undefined;
  for (const other of linesBeside(line, page)) {
    if (other.u <= line.end) continue;
    // Cells of a table stand further apart than columns of text.
    const isApart = isCellBeside(line, other) && other.u - end > line.size * CELL_GAP;
    if (isApart && isColumn === undefined) isColumn = endsLikeMany(line, ownEnd, page);
    const isCell = isApart && isColumn === false;
    if (isCell || other.u - line.size * 0.5 < end) end = other.u - line.size * (isCell ? 1 : 0.5);
  }
  for (const [, , right] of boxesAround(line, page)) end = Math.min(end, right);
  return Math.max(end, line.end);
};

/** Whether many lines that begin where one does end at a place: that of a column of text. */
export const endsLikeMany = (line: Line, end: number, page: Page): boolean => {
  const { u, size } = line;
  const same = page
    .byEnd(end - size * SAME_EDGE, end + size * SAME_EDGE, line)
    .filter(
      (other) =>
        Math.abs(other.u - u) < size * SAME_START &&
        Math.abs(other.size - size) < size * 0.2 &&
        Math.abs(other.end - end) < size * SAME_EDGE,
    );
  return same.length >= MIN_FULL;
};

const columnLeftOf = (line: Line, page: Page, isAnySize: boolean): number => {
  let start = line.u;
  for (const other of page.byEnd(
    line.end - line.size * SAME_START,
    line.end + line.size * SAME_START,
    line,
  )) {
    const isSame =
      Math.abs(other.end - line.end) < line.size * SAME_START &&
      (isAnySize || Math.abs(other.size - line.size) < line.size * 0.2);
    if (isSame && other.u < start) start = other.u;
  }
  for (const other of linesBeside(line, page)) {
    if (other.end < line.u) start = Math.max(start, other.end + line.size * 0.5);
  }
  for (const [left] of boxesAround(line, page)) start = Math.max(start, left);
  return Math.min(start, line.u);
};

export const boxesAround = ({ u, end, v }: Line, { boxes }: Page): readonly Shape[] =>
  boxes
    .near(v, v, u)
    .filter(([left, bottom, right, top]) => left <= u && right >= end && bottom <= v && top >= v);

/** Lines of the row of a line, of which there may be many thousand. */
export const rowOf = (line: Line, page: Page): readonly Line[] => {
  const row = page.rows.get(line.row) ?? [];
  return nearIn(
    row,
    countBefore(row.length, (index) => (row[index] as Line).u < line.u),
  );
};

const linesBeside = (line: Line, page: Page): readonly Line[] => {
  const { v, size } = line;
  return page
    .byBase(-v - size, -v + size * 0.8, line)
    .filter((other) => other.v < v + size && other.v > v - size * 0.8);
};

/** How much of its column a line leaves free at its end. */
export const roomBehind = (line: Line, page: Page): number =>
  Math.abs(columnEndOf(line, page) - (line.isRightToLeft ? line.u : line.end));

/** In sizes of the type: between cells at least, and across one at most. */
const CELL_GAP = 3;
export const CELL_WIDTH = 12;

export const isCellBeside = (line: Line, other: Line, apart = CELL_GAP): boolean =>
  other.row === line.row &&
  (line.end - line.u < line.size * CELL_WIDTH || other.end - other.u < other.size * CELL_WIDTH) &&
  Math.max(other.u - line.end, line.u - other.end) > line.size * apart;

export const isFull = (line: Line, page: Page): boolean => roomBehind(line, page) < line.size * 4;
