import { largest, smallest } from '../../../many-values.js';
import { addToGroup } from '../add-to-group.js';
import type { Shape } from '../text/interpret-content.js';
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
  readonly bars: readonly Shape[];
  readonly boxes: readonly Shape[];
}

/** Finds the lines with a place in a range, both ends included, without looking at all of them. */
type LineIndex = (from: number, to: number) => readonly Line[];

const indexLines = (lines: readonly Line[], placeOf: (line: Line) => number): LineIndex => {
  const sorted = lines.toSorted((one, two) => placeOf(one) - placeOf(two));
  const places = Float64Array.from(sorted, placeOf);
  /** How many come before a place. */
  const countBefore = (isBefore: (place: number) => boolean): number => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(places[middle] as number)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (from, to) =>
    sorted.slice(
      countBefore((place) => place < from),
      countBefore((place) => place <= to),
    );
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
  for (const line of lines) {
    const place = Math.round(line.end / 2);
    addToGroup(byEnd, place, line);
  }
  for (const [place, full] of byEnd) {
    if (full.length < MIN_FULL) continue;
    const starts = [...new Set(full.map(({ u }) => Math.round(u)))].slice(0, 50);
    const longer = lines.filter(
      ({ u, end, size }) =>
        end > place * 2 + size * 0.5 &&
        u < place * 2 - size * 10 &&
        starts.some((start) => Math.abs(start - u) < size * 1.6),
    );
    if (longer.length * FULL_PER_OVERFULL > full.length) continue;
    for (const line of longer) overfull.add(line);
  }
  return overfull;
};

/**
 * Where a line could go on to, by lines that begin where it does.
 *
 * @param isAnySize also lines of larger and smaller type count
 */
export const columnEndOf = (line: Line, page: Page, isAnySize = false): number =>
  line.isRightToLeft ? columnLeftOf(line, page, isAnySize) : columnRightOf(line, page, isAnySize);

const columnRightOf = (line: Line, page: Page, isAnySize: boolean): number => {
  let end = line.end;
  for (const other of page.byStart(line.u - line.size * 1.6, line.u + line.size * 1.6)) {
    const isSame =
      Math.abs(other.u - line.u) < line.size * 1.6 &&
      (isAnySize || Math.abs(other.size - line.size) < line.size * 0.2);
    if (isSame && other.end > end && !page.overfull.has(other)) end = other.end;
  }
  const ownEnd = end;
  for (const other of linesBeside(line, page)) {
    if (other.u <= line.end) continue;
    // Cells of a table stand further apart than columns of text.
    const isCell =
      isCellBeside(line, other) &&
      other.u - end > line.size * CELL_GAP &&
      !endsLikeMany(line, ownEnd, page);
    if (isCell || other.u - line.size * 0.5 < end) end = other.u - line.size * (isCell ? 1 : 0.5);
  }
  for (const [, , right] of boxesAround(line, page)) end = Math.min(end, right);
  return Math.max(end, line.end);
};

/** Whether many lines that begin where one does end at a place: that of a column of text. */
export const endsLikeMany = ({ u, size }: Line, end: number, page: Page): boolean =>
  page
    .byEnd(end - size * SAME_EDGE, end + size * SAME_EDGE)
    .filter(
      (other) =>
        Math.abs(other.u - u) < size * 1.6 &&
        Math.abs(other.size - size) < size * 0.2 &&
        Math.abs(other.end - end) < size * SAME_EDGE,
    ).length >= MIN_FULL;

const columnLeftOf = (line: Line, page: Page, isAnySize: boolean): number => {
  let start = line.u;
  for (const other of page.byEnd(line.end - line.size * 1.6, line.end + line.size * 1.6)) {
    const isSame =
      Math.abs(other.end - line.end) < line.size * 1.6 &&
      (isAnySize || Math.abs(other.size - line.size) < line.size * 0.2);
    if (isSame && other.u < start) start = other.u;
  }
  for (const other of linesBeside(line, page)) {
    if (other.end < line.u) start = Math.max(start, other.end + line.size * 0.5);
  }
  for (const [left] of boxesAround(line, page)) start = Math.max(start, left);
  return Math.min(start, line.u);
};

const boxesAround = ({ u, end, v }: Line, { boxes }: Page): readonly Shape[] =>
  boxes.filter(
    ([left, bottom, right, top]) => left <= u && right >= end && bottom <= v && top >= v,
  );

const linesBeside = ({ v, size }: Line, page: Page): readonly Line[] =>
  page
    .byBase(-v - size, -v + size * 0.8)
    .filter((other) => other.v < v + size && other.v > v - size * 0.8);

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
