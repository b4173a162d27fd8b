import { append, largest, smallest } from '../../../many-values.js';
import { beginsUnspaced } from '../../../scripts.js';
import { addToGroup } from '../add-to-group.js';
import type { Shape } from '../text/interpret-content.js';
import {
  boxesAround,
  CELL_WIDTH,
  columnEndOf,
  endsLikeMany,
  indexedLines,
  isCellBeside,
  isFull,
  overfullLines,
  type Page,
  roomBehind,
  rowOf,
  SAME_EDGE,
  SAME_START,
  sizeClass,
} from './column-ends.js';
import { createShapeBands, overlapping } from './nearby.js';
import type { Letter } from './page-letters.js';
import type { Line } from './page-lines.js';
import { horizontalEdges, isUpright, levelShapes, turnedShape } from './shapes.js';

export type Alignment = 'left' | 'right' | 'center' | 'justify';

/** A paragraph, or the part of one that stands in a column. */
export interface Block {
  readonly lines: readonly Line[];
  readonly angle: number;
  readonly u: number;
  readonly end: number;
  readonly size: number;
  /** From one base line to the next. */
  readonly leading: number;
  readonly alignment: Alignment;
  /** Of the first line, compared with the others. */
  readonly indent: number;
  /** What stands before it as a point of a list, and stays. */
  readonly marker: string;
  readonly markerLetters: readonly Letter[];
  /** Outside of this rectangle nothing of it is seen. */
  readonly clip: Shape | undefined;
  /** Where its column ends, on the side to which its lines run, as far as can be told. */
  readonly columnEnd: number;
  /** Whether many lines end there, so that a longer one would stand out. */
  readonly isInColumn: boolean;
  /** Where text of the other direction begins in its column; undefined if it stands alone. */
  readonly otherSide: number | undefined;
  readonly order: number;
}

/** In sizes of the type. */
const MAX_LEADING = 1.75;
const MIN_LEADING = 0.75;
const SAME_SIZE = 0.09;

const MARKER_ONLY = /^(?:[^\p{L}]{1,6}|\(?(?:[a-zA-Z]|[ivxIVX]{1,4})[.)])$/u;

/** Puts the lines of a page together into paragraphs. */
export const blocksOf = (lines: readonly Line[], shapes: readonly Shape[]): readonly Block[] => {
  const byAngle = new Map<number, Line[]>();
  for (const line of lines) {
    addToGroup(byAngle, line.angle, line);
  }
  return [...byAngle.values()]
    .flatMap((same) => blocksOfDirection(same, shapes))
    .sort((a, b) => a.order - b.order);
};

const blocksOfDirection = (lines: readonly Line[], shapes: readonly Shape[]): readonly Block[] => {
  const sorted = [...lines].sort((a, b) => b.v - a.v || a.u - b.u);
  const rows = new Map<number, Line[]>();
  for (const line of sorted) {
    addToGroup(rows, line.row, line);
  }
  const markers = new Map<Line, Line>();
  const alone = new Set<Line>();
  for (const row of rows.values()) {
    row.sort((a, b) => a.u - b.u);
    for (const [index, line] of row.entries()) {
      if (!MARKER_ONLY.test(line.text)) continue;
      const right = row[index + 1];
      const left = row[index - 1];
      const isBefore = right && !right.isRightToLeft && right.u - line.end < line.size * 4;
      const isBehind = left?.isRightToLeft && line.u - left.end < line.size * 4;
      const next = isBefore ? right : isBehind ? left : undefined;
      if (!next) continue;
      markers.set(next, line);
      alone.add(line);
    }
  }
  const level = levelShapes(shapes, sorted[0]?.angle ?? 0);
  const page: Page = {
    rows,
    markers,
    ...indexedLines(sorted.filter((line) => !alone.has(line))),
    overfull: overfullLines(sorted),
    bars: createShapeBands(horizontalEdges(level, middleSize(sorted))),
    boxes: createShapeBands(
      level.filter(([left, bottom, right, top]) => right - left > 8 && top - bottom > 8),
    ),
    cells: new Map(),
    columnEnds: new Map(),
    widestEnds: new Map(),
  };
  return regionsOf(page).flatMap((region) => paragraphsOf(region, page));
};

const middleSize = (lines: readonly Line[]): number => {
  const sizes = lines.map(({ size }) => size).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
};

/** Lines under each other in one column and one kind of type. */
const regionsOf = (page: Page): readonly (readonly Line[])[] => {
  const regions: Line[][] = [];
  /** The number of the region that a line is the last one of. */
  const regionOf = new Map<Line, number>();
  const above = linesAbove(page);
  for (const line of page.lines) {
    let best: number | undefined;
    for (const last of above(line)) {
      const number = regionOf.get(last);
      if (number === undefined || !goesOn(regions[number] as Line[], line, page)) continue;
      const bestLast = best === undefined ? undefined : regions[best]?.at(-1);
      const isLower = !bestLast || last.v < bestLast.v;
      if (isLower || (last.v === bestLast.v && number > (best as number))) best = number;
    }
    const number = best ?? regions.push([]) - 1;
    const region = regions[number] as Line[];
    const last = region.at(-1);
    if (last) regionOf.delete(last);
    region.push(line);
    regionOf.set(line, number);
  }
  return regions;
};

/** Finds the lines above one that may be of its column, if asked line by line from the top. */
const linesAbove = (page: Page): ((line: Line) => readonly Line[]) => {
  /** Lines of one size in one row, from left to right. */
  const groups = new Map<string, Line[]>();
  const keyOf = (line: Line): string => `${sizeClass(line)} ${line.row}`;
  for (const row of page.rows.values()) {
    for (const line of row) addToGroup(groups, keyOf(line), line);
  }
  /** The groups of a size that are not too far above, with the lowest base line so far. */
  const open = new Map<number, Map<number, number>>();
  return (line) => {
    const found: Line[] = [];
    const own = sizeClass(line);
    for (const size of [own - 1, own, own + 1]) {
      for (const [row, lowest] of open.get(size) ?? []) {
        if (lowest - line.v > 3 * line.size) open.get(size)?.delete(row);
        else append(found, overlapping(groups.get(`${size} ${row}`) ?? [], line.u, line.end));
      }
    }
    const rows = open.get(own) ?? new Map();
    open.set(own, rows.set(line.row, line.v));
    return found;
  };
};

const goesOn = (region: readonly Line[], line: Line, page: Page): boolean => {
  const last = region.at(-1) as Line;
  const size = Math.max(last.size, line.size);
  const drop = last.v - line.v;
  if (line.row === last.row || drop < size * MIN_LEADING || drop > size * MAX_LEADING) return false;
  if (Math.abs(line.size - last.size) > size * SAME_SIZE) return false;
  if (line.isBold !== last.isBold && region.length === 1 && last.end < line.end - size * 4)
    return false;
  if (line.isRightToLeft !== last.isRightToLeft || line.isUnknown !== last.isUnknown) return false;
  if (region.length > 1) {
    const leading = (region.at(-2) as Line).v - last.v;
    if (drop > leading * 1.25 + 1) return false;
  }
  const overlap = Math.min(line.end, last.end) - Math.max(line.u, last.u);
  if (overlap < Math.min(line.end - line.u, last.end - last.u) * 0.3) return false;
  const bars = page.bars.near(line.v, last.v, line.u);
  if (bars.some((bar) => isBetween(bar, last, line))) return false;
  if (!isSeenWith(last, line)) return false;
  const hasTwo = (row: number, other: Line): boolean => {
    let count = 0;
    for (const { u, end } of overlapping(page.rows.get(row) ?? [], other.u, other.end)) {
      if (Math.min(end, other.end) - Math.max(u, other.u) > size * 0.5) count++;
      if (count > 1) return true;
    }
    return false;
  };
  return !hasTwo(line.row, last) && !hasTwo(last.row, line);
};

/** Whether a line is seen where the text of another one is drawn. */
const isSeenWith = ({ letters }: Line, { v, angle }: Line): boolean => {
  const clip = letters[0]?.style.clip;
  if (!clip || !isUpright(angle)) return true;
  const [, bottom, , top] = turnedShape(clip, angle);
  return v > bottom && v < top;
};

/** A rule between two lines, and not one that underlines a word. */
const isBetween = ([left, bottom, right, top]: Shape, above: Line, below: Line): boolean => {
  const width = Math.min(above.end, below.end) - Math.max(above.u, below.u);
  const covered = Math.min(right, above.end, below.end) - Math.max(left, above.u, below.u);
  return (
    (bottom + top) / 2 < above.v - above.size * 0.12 &&
    (bottom + top) / 2 > below.v + below.size * 0.5 &&
    covered > width * 0.9 &&
    right - left > above.size * 2 &&
    (right - left > (above.end - above.u) * 1.02 || above.v - top > above.size * 0.28)
  );
};

const paragraphsOf = (region: readonly Line[], page: Page): readonly Block[] => {
  const center = centeredLines(region);
  const isList = endsEarly(region, page);
  const blocks: Block[] = [];
  let current: Line[] = [];
  const end = (): void => {
    if (current.length > 0) blocks.push(blockOf(current, region, page));
    current = [];
  };
  for (const line of region) {
    const previous = current.at(-1);
    if (previous && (isList || startsParagraph(line, previous, current, { center, page }))) end();
    current.push(line);
  }
  end();
  return blocks;
};

/** Whether lines stand in the middle above each other. */
const centeredLines = (lines: readonly Line[]): boolean => {
  if (lines.length < 2) return false;
  const [first] = lines as readonly [Line];
  const middle = (first.u + first.end) / 2;
  const near = first.size * 0.6;
  const isSameMiddle = lines.every(({ u, end }) => Math.abs((u + end) / 2 - middle) < near);
  return isSameMiddle && lines.some(({ u }) => Math.abs(u - first.u) > near);
};

const startsParagraph = (
  line: Line,
  previous: Line,
  current: readonly Line[],
  { center, page }: { readonly center: boolean; readonly page: Page },
): boolean => {
  if ((line.isMono && previous.isMono) || previous.leader.length > 0) return true;
  if (line.marker !== '' || page.markers.has(line)) return true;
  if (hasLabel(previous, page) || hasLabel(line, page)) return true;
  if (/\p{L}[-\u00ad\u2010]$/u.test(previous.text) && /^\p{Ll}/u.test(line.text)) return false;
  const drop = previous.v - line.v;
  if (current.length > 1) {
    const leading = (current.at(-2) as Line).v - previous.v;
    if (drop > leading * 1.12 + 0.8) return true;
  }
  const { size } = line;
  if (center) return false;
  if (line.isRightToLeft) {
    const start = largest(current.map(({ end }) => end));
    const isFar = Math.abs(line.end - start) > size * 3;
    // Where nothing stands beside it, a column seems as wide as what is above and below it.
    const column = Math.max(columnEndOf(previous, page), columnEndOf(line, page));
    return isFar || previous.u - column > firstWordLength(line) + size;
  }
  if (isAtRight(previous, line, page)) return true;
  const isIndented = line.u > previous.u + size * 0.8;
  const isHanging = line.u < previous.u - size * 0.8;
  if (isHanging && current.length > 1) return true;
  const isRagged = Math.abs(line.end - previous.end) < size * SAME_EDGE;
  if (isIndented && !isRagged && !(current.length === 1 && isFull(previous, page))) return true;
  if (isIndented && current.length > 1) return true;
  // A line ends early where a word more would have had room: there a paragraph ends.
  const room = roomBehind(previous, page);
  const needed = firstWordLength(line) + size * 0.35;
  const isLarge =
    previous.size > 13 && line.isBold === previous.isBold && !/[.!?:]$/.test(previous.text);
  return room > needed && !(isLarge && room < needed + size * 6);
};

/** Whether a line is a label of a form, or stands behind one. */
const hasLabel = (line: Line, page: Page): boolean =>
  rowOf(line, page).some((other) => {
    const [label, value] = other.u > line.u ? [line, other] : [other, line];
    return label !== value && /:$/.test(label.text.trimEnd()) && isCellBeside(label, value, 1);
  });

/** In sizes of the type: what is wider is text, even if it stands at the right. */
const MAX_RIGHT_WIDTH = 25;

/** Whether lines share nothing but their end, as a place and a date at the head of a letter do. */
const isAtRight = (above: Line, below: Line, page: Page): boolean => {
  const near = below.size * SAME_EDGE;
  const isShort = above.end - above.u < above.size * MAX_RIGHT_WIDTH;
  if (!isShort || Math.abs(above.end - below.end) > near * 0.6) return false;
  if (Math.abs(above.u - below.u) < below.size * 0.8 || /^\p{Ll}/u.test(below.text)) return false;
  return [above, below].every((line) =>
    page.byStart(line.u - near, line.u + near, line).every((other) => other === line),
  );
};

const MIN_LIST = 4;

/** Whether most lines end before they are full, as those of tables, lists and poems do. */
const endsEarly = (region: readonly Line[], page: Page): boolean => {
  if (region.length < 2) return false;
  const pairs = region.slice(1).map((line, index) => [region[index] as Line, line] as const);
  const early = pairs.filter(
    ([line, next]) => roomBehind(line, page) > firstWordLength(next) + line.size * 0.35,
  );
  const hasNeighbours = region.every((line) => (page.rows.get(line.row) ?? []).length > 1);
  const isTable = region.every(
    (line) => line.end - line.u < line.size * CELL_WIDTH && isCell(line, page),
  );
  if (isTable) return true;
  if (hasNeighbours) return early.length >= pairs.length * 0.5;
  return region.length >= MIN_LIST && early.length >= pairs.length * 0.7;
};

const firstWordLength = ({ letters }: Line): number => {
  const space = letters.findIndex(({ text }) => text === ' ');
  const letter = letters[0];
  // In Chinese and Japanese a line may end behind every letter.
  const isDivisible = letter !== undefined && beginsUnspaced(letter.text);
  const word = isDivisible ? letters.slice(0, 2) : space < 0 ? letters : letters.slice(0, space);
  return Math.abs(largest(word.map(({ end }) => end)) - smallest(word.map(({ u }) => u)));
};

const blockOf = (read: readonly Line[], region: readonly Line[], page: Page): Block => {
  const alignment = alignmentOf(read, region, page);
  // A number that moves with its heading is a part of it, and so is a dash in centred lines.
  const isCentered = read.length > 1 && alignment === 'center';
  const isHeading = read.length === 1 && (alignment === 'right' || alignment === 'center');
  const isMoving = isCentered || (isHeading && /[\p{L}\p{N}]/u.test((read[0] as Line).marker));
  const lines = isMoving ? read.map(withMarker) : read;
  const first = lines[0] as Line;
  const usualLines = lines.filter((line) => !page.overfull.has(line));
  const within = usualLines.length > 0 ? usualLines : lines;
  const furthest = (edges: readonly number[]): number =>
    first.isRightToLeft ? smallest(edges) : largest(edges);
  const rest = lines.slice(1);
  const u = smallest(lines.map((line) => line.u));
  const columnEnd = furthest(lines.map((line) => columnEndOf(line, page)));
  const drops = lines.slice(1).map((line, index) => (lines[index] as Line).v - line.v);
  const usual =
    region.length > 1 ? (region[0] as Line).v - (region[1] as Line).v : first.size * 1.2;
  return {
    lines,
    angle: first.angle,
    clip: first.letters[0]?.style.clip,
    marker: first.marker || (page.markers.get(read[0] as Line)?.text ?? ''),
    markerLetters:
      first.markerLetters.length > 0
        ? first.markerLetters
        : (page.markers.get(read[0] as Line)?.letters ?? []),
    u,
    end: largest(within.map((line) => line.end)),
    size: first.size,
    leading: drops.length > 0 ? drops.reduce((sum, drop) => sum + drop, 0) / drops.length : usual,
    alignment,
    indent: rest.length > 0 ? first.u - smallest(rest.map((line) => line.u)) : 0,
    columnEnd,
    isInColumn: endsLikeMany(first, columnEnd, page),
    otherSide: otherSideOf(read, page),
    order: smallest(lines.map(({ order }) => order)),
  };
};

/** Where text of the other direction begins; undefined for what stands alone. */
const otherSideOf = (lines: readonly Line[], page: Page): number | undefined => {
  const first = lines[0] as Line;
  const { isRightToLeft } = first;
  const furthest = (edges: readonly number[]): number =>
    isRightToLeft ? smallest(edges) : largest(edges);
  const farEdge = ({ u, end }: Line): number => (isRightToLeft ? u : end);
  const beside = sharingStart(lines, page);
  // Cells stay with what is above and below them, rather than go to the next cell.
  const isTable = !endsLikeMany(first, columnEndOf(first, page), page);
  if (isTable && lines.every((line) => isCell(line, page))) {
    return furthest([...lines, ...beside.filter((line) => isCell(line, page))].map(farEdge));
  }
  return beside.length === 0
    ? undefined
    : furthest(lines.map((line) => columnEndOf(line, page, true)));
};

const isCell = (line: Line, page: Page): boolean => {
  const known = page.cells.get(line);
  if (known !== undefined) return known;
  const found = rowOf(line, page).some((other) => isCellBeside(line, other));
  page.cells.set(line, found);
  return found;
};

/** Other lines that begin where the first one of a block does. */
const sharingStart = (lines: readonly Line[], page: Page): readonly Line[] => {
  const first = lines[0] as Line;
  const own = new Set(lines);
  const edge = first.isRightToLeft ? first.end : first.u;
  const find = first.isRightToLeft ? page.byEnd : page.byStart;
  const reach = first.size * SAME_START;
  return find(edge - reach, edge + reach, first).filter((other) => !own.has(other));
};

const withMarker = (line: Line): Line => {
  const { markerLetters, marker, letters, text, isRightToLeft } = line;
  const start = markerLetters[0];
  const next = letters[0];
  if (!start || !next || isRightToLeft) return line;
  const space = { ...next, text: ' ', u: (markerLetters.at(-1) as Letter).end, end: next.u };
  return {
    ...line,
    u: Math.min(line.u, start.u),
    letters: [...markerLetters, { ...space, isSign: false }, ...letters],
    text: `${marker} ${text}`,
    marker: '',
    markerLetters: [],
  };
};

const alignmentOf = (lines: readonly Line[], region: readonly Line[], page: Page): Alignment => {
  const first = lines[0] as Line;
  const near = first.size * SAME_EDGE;
  const body = lines.length > 2 ? lines.slice(1) : lines;
  const isLeft = body.every(({ u }) => Math.abs(u - (body[0] as Line).u) < near);
  const inside = lines.slice(0, -1).filter((line) => !page.overfull.has(line));
  const upper = inside.length > 0 ? inside : lines.slice(0, -1);
  if (lines.length > 1) {
    // Two lines may end at one place by chance, but hardly within a hair.
    const sameEnd = lines.length === 3 ? first.size * 0.06 : near * 0.6;
    const isRight = upper.every(({ end }) => Math.abs(end - (upper[0] as Line).end) < sameEnd);
    const isLastRight = Math.abs((lines.at(-1) as Line).end - (upper[0] as Line).end) < near * 0.6;
    if (isLeft && isRight && lines.length > 2) return 'justify';
    if (isLeft) return isRight && region.length > 2 && isJustified(region) ? 'justify' : 'left';
    if (centeredLines(lines)) return 'center';
    const left = smallest(lines.map(({ u }) => u));
    const own = new Set(lines);
    const isOfColumn = page
      .byStart(left - near, left + near, first)
      .some((line) => !own.has(line) && Math.abs(line.u - left) < near);
    // A first line that is set in, over a last one that happens to be full.
    if (isRight && isLastRight && lines.length === 2 && isOfColumn) return 'justify';
    if (isRight && isLastRight) return 'right';
    return isRight && lines.length > 2 ? 'justify' : 'left';
  }
  if (first.isRightToLeft) return 'right';
  if (region.length > 1 && centeredLines(region)) return 'center';
  const isNumbered = /[\p{L}\p{N}]/u.test(first.marker) && !first.isRightToLeft;
  const start = isNumbered ? Math.min(first.u, first.markerLetters[0]?.u ?? first.u) : first.u;
  const middle = (start + first.end) / 2;
  const isOverRule = page.bars
    .near(first.v - first.size * 2, first.v, first.u)
    .some(
      ([l, b, r, t]) =>
        Math.abs((l + r) / 2 - middle) < first.size * 0.1 &&
        start - l > first.size * 1.5 &&
        t < first.v &&
        first.v - b < first.size * 2,
    );
  if (isOverRule) return 'center';
  const sharesLeft = page
    .byStart(first.u - near, first.u + near, first)
    .some((line) => line !== first && Math.abs(line.u - first.u) < near);
  if (sharesLeft) return 'left';
  const { left, right } = page;
  // The first line of a paragraph that is set in may stand in the middle by chance.
  const isOnly = (page.rows.get(first.row) ?? []).length === 1 && region.length === 1;
  const isInside = right - left > first.end - first.u + first.size * 2;
  if (isOnly && isInside && Math.abs(middle - (left + right) / 2) < first.size * 1.2)
    return 'center';
  const box = boxesAround(first, page).toSorted((a, b) => a[2] - a[0] - (b[2] - b[0]))[0];
  if (box && Math.abs(first.u - box[0] - (box[2] - first.end)) < 2 && first.u - box[0] > 2)
    return 'center';
  const sharesRight = page
    .byEnd(first.end - near * 0.5, first.end + near * 0.5, first)
    .some((line) => line !== first && Math.abs(line.end - first.end) < near * 0.5);
  const endsRight = sharesRight || right - first.end < first.size;
  return endsRight && first.u > (left + right) / 2 ? 'right' : 'left';
};

const isJustified = (lines: readonly Line[]): boolean => {
  const ends = lines.map(({ end }) => end);
  const most = largest(ends);
  const size = (lines[0] as Line).size;
  return ends.filter((end) => most - end < size * 0.2).length > lines.length * 0.5;
};
