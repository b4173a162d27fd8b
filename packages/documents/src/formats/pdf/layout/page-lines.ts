import { append, countBefore, largest, smallest } from '../../../many-values.js';
import { LEFT_TO_RIGHT, RIGHT_TO_LEFT } from '../../../scripts.js';
import { addToGroup } from '../add-to-group.js';
import type { Shape } from '../text/interpret-content.js';
import { type Letter, MARK, type Piece } from './page-letters.js';
import { COLUMN_GAP, rowsOf } from './piece-rows.js';
import { type Edge, hasEdge, levelShapes, verticalEdges } from './shapes.js';

/** A line of text in one column, in the frame of its text. */
export interface Line {
  /** In the order in which they are read. */
  readonly letters: readonly Letter[];
  /** Drawn once more in the same place, as some programs make type bold. */
  readonly doubles: readonly Letter[];
  /** Dots that lead the eye from here to the end of the line. */
  readonly leader: readonly Letter[];
  /** What stands before a point of a list, and stays: `•`, `1.`. */
  readonly marker: string;
  readonly markerLetters: readonly Letter[];
  readonly text: string;
  readonly angle: number;
  readonly u: number;
  readonly end: number;
  /** The base line. */
  readonly v: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly isMono: boolean;
  readonly isRightToLeft: boolean;
  /** Whether nothing tells what most of its letters are. */
  readonly isUnknown: boolean;
  /** When it was drawn, among the others. */
  readonly order: number;
  /** Lines beside each other have the same. */
  readonly row: number;
}

/** In sizes of the type. */
const SPACE_GAP = 0.12;
/** Between columns that stand as close as they may. */
const GUTTER = 0.7;
const GUTTER_ROWS = 5;
/** Between the words of a justified line at most. */
const MAX_WORD_GAP = 8;

const BULLET = /^[•‣▪▫◦●○■□◆◇➢➤►▶▸–—*·∙⁃✓✔✗❖-]$/u;
const NUMBERING =
  /^(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,4})[.)]|\d{1,2}(?:\.\d{1,2}){1,3}\.?|\[\d{1,3}\])$/;

/** Puts the pieces of a page together into lines, each direction of text by itself. */
export const linesOf = (pieces: readonly Piece[], shapes: readonly Shape[]): readonly Line[] => {
  const byAngle = new Map<number, Piece[]>();
  for (const piece of pieces) {
    addToGroup(byAngle, piece.angle, piece);
  }
  const lines: Line[] = [];
  let rows = 0;
  for (const [angle, same] of byAngle) {
    const edges = verticalEdges(levelShapes(shapes, angle));
    const ordered = rowsOf(same);
    const gutters = ordered.map(gapsOf);
    const columns = ordered.map((row, index) =>
      columnsOf(row, edges, rowsNear(gutters, index, GUTTER_ROWS)),
    );
    for (const [index, row] of columns.entries()) {
      rows++;
      for (const column of joinWideGaps(row, rowsNear(columns, index, NEAR_ROWS), edges)) {
        append(lines, linesOfColumn(column, angle, rows));
      }
    }
  }
  return lines;
};

/** Rows above and below one that may be lines of the same text. */
const NEAR_ROWS = 3;

/** Room between two pieces of a row. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

const gapsOf = (row: readonly Piece[]): readonly Gap[] =>
  row.slice(1).flatMap((piece, index) => {
    const { end, size } = row[index] as Piece;
    return piece.u - end > Math.max(size, piece.size) * GUTTER ? [{ from: end, to: piece.u }] : [];
  });

/** Rows above and below one, without it. */
const rowsNear = <Row>(rows: readonly Row[], at: number, reach: number): readonly Row[] => [
  ...rows.slice(Math.max(0, at - reach), at),
  ...rows.slice(at + 1, at + reach + 1),
];

/** Whether rows above and below have a gap at the same place: there are columns on both sides. */
const isGutter = (near: readonly (readonly Gap[])[], { from, to }: Gap): boolean => {
  let count = 0;
  for (const row of near) {
    // Of a row, gaps that cover most of this one are few.
    const first = countBefore(row.length, (index) => (row[index] as Gap).to <= from);
    for (let index = first; index < row.length; index++) {
      const gap = row[index] as Gap;
      if (gap.from >= to) break;
      const isAligned = Math.abs(gap.from - from) < 1 || Math.abs(gap.to - to) < 1;
      const shared = Math.min(gap.to, to) - Math.max(gap.from, from);
      if (isAligned && shared > (to - from) * 0.6) count++;
      if (count > 1) return true;
    }
  }
  return false;
};

/** Pieces of one line. */
interface Column {
  readonly pieces: readonly Piece[];
  readonly doubles: readonly Letter[];
  readonly u: number;
  readonly end: number;
  /** Of its largest type. */
  readonly size: number;
}

const columnOf = (pieces: readonly Piece[], doubles: readonly Letter[]): Column => ({
  pieces,
  doubles,
  u: (pieces[0] as Piece).u,
  end: largest(pieces.map(({ end }) => end)),
  size: largest(pieces.map(({ size }) => size)),
});

/** Pieces before one that may be the same text, drawn a hair beside it. */
const NEAR_PIECES = 32;

const columnsOf = (
  row: readonly Piece[],
  edges: readonly Edge[],
  near: readonly (readonly Gap[])[],
): readonly Column[] => {
  const columns: { readonly pieces: Piece[]; readonly doubles: Letter[] }[] = [];
  let end = 0;
  for (const piece of row) {
    const column = columns.at(-1);
    const last = column?.pieces.at(-1);
    const size = Math.max(piece.size, last?.size ?? 0);
    const gap = piece.u - end;
    const isApart =
      gap > size * COLUMN_GAP ||
      (gap > 1 && hasEdge(edges, end, piece)) ||
      (gap > size * GUTTER && isGutter(near, { from: end, to: piece.u }));
    if (!column || isApart) {
      columns.push({ pieces: [piece], doubles: [] });
      end = piece.end;
      continue;
    }
    if (column.pieces.slice(-NEAR_PIECES).some((other) => isDoubled(other, piece)))
      append(column.doubles, piece.letters);
    else column.pieces.push(piece);
    end = Math.max(end, piece.end);
  }
  return columns.map(({ pieces, doubles }) => columnOf(pieces, doubles));
};

/**
 * Puts justified lines together that look like cells of a table, for few words have wide gaps: a
 * line above or below is as wide, and all gaps are alike.
 */
const joinWideGaps = (
  row: readonly Column[],
  near: readonly (readonly Column[])[],
  edges: readonly Edge[],
): readonly Column[] => {
  if (row.length < 2) return row;
  const joined = [...row];
  for (const other of near.flat()) {
    const [first, last] = sameEdges(joined, other);
    if (first < 0 || last <= first) continue;
    const { size } = other;
    const parts = joined.slice(first, last + 1);
    const pieces = parts.flatMap((part) => part.pieces);
    const isAlike =
      parts.every((part) => Math.abs(part.size - size) < size * 0.05) &&
      Math.abs(baseOf(parts[0] as Column) - baseOf(other)) < size * 1.8 &&
      wordGaps(other.pieces).length > 1 &&
      pieces.every(
        (piece, index) => index === 0 || !hasEdge(edges, (pieces[index - 1] as Piece).end, piece),
      );
    const gaps = wordGaps(pieces);
    const [least, most] = [smallest(gaps), largest(gaps)];
    const isEven = most < least * 1.6 + size * 0.1 && most < size * MAX_WORD_GAP;
    if (!isAlike || !isEven) continue;
    // One gap is like itself, so that a table of two columns needs a closer look.
    const asWide = near.filter((each) => {
      const [from, to] = sameEdges(each, other);
      return from >= 0 && from === to;
    });
    if (gaps.length === 1 && asWide.length < 2) continue;
    const doubles = parts.flatMap((part) => part.doubles);
    joined.splice(first, parts.length, columnOf(pieces, doubles));
  }
  return joined;
};

const baseOf = ({ pieces }: Column): number => (pieces[0] as Piece).v;

/** Which columns of a row, from left to right, begin and end where another one does; -1 for none. */
const sameEdges = (row: readonly Column[], { u, end, size }: Column): readonly [number, number] => {
  const near = size * 0.1;
  const first = countBefore(row.length, (index) => (row[index] as Column).u <= u - near);
  const last = countBefore(row.length, (index) => (row[index] as Column).end < end + near) - 1;
  return [
    first < row.length && Math.abs((row[first] as Column).u - u) < near ? first : -1,
    last >= 0 && Math.abs((row[last] as Column).end - end) < near ? last : -1,
  ];
};

/** How far words are from each other. */
const wordGaps = (pieces: readonly Piece[]): readonly number[] => {
  const gaps: number[] = [];
  let end: number | undefined;
  for (const { letters, size, u } of pieces) {
    if (end !== undefined && u - end > size * SPACE_GAP) gaps.push(u - end);
    for (const [index, letter] of letters.entries()) {
      const next = letters[index + 1];
      if (letter.text === ' ' && next) gaps.push(next.u - (letters[index - 1]?.end ?? letter.u));
    }
    end = letters.at(-1)?.end;
  }
  return gaps;
};

const isDoubled = (a: Piece, b: Piece): boolean =>
  Math.abs(a.u - b.u) < a.size * 0.12 &&
  Math.abs(a.v - b.v) < a.size * 0.12 &&
  a.letters.length === b.letters.length &&
  a.letters.every((letter, index) => letter.text === b.letters[index]?.text);

const linesOfColumn = (
  { pieces, doubles }: Column,
  angle: number,
  row: number,
): readonly Line[] => {
  const letters: Letter[] = [];
  let hasSpace = false;
  let end = 0;
  for (const piece of pieces) {
    const last = letters.at(-1);
    const first = piece.letters[0] as Letter;
    const gap = last ? first.u - end : 0;
    const size = last ? Math.max(piece.size, last.style.size) : 0;
    const isApart = gap > size * SPACE_GAP || ((hasSpace || piece.hasSpaceBefore) && gap > 0);
    hasSpace = piece.hasSpaceAfter;
    if (last && isApart) {
      letters.push({ ...first, text: ' ', u: end, end: first.u, isSign: false });
    }
    append(letters, piece.letters);
    const pieceEnd = (piece.letters.at(-1) as Letter).end;
    end = last && MARK.test(first.text) ? Math.max(end, pieceEnd) : pieceEnd;
  }
  return splitAtLeaders(letters).map(({ words, leader }, index) =>
    lineOf({ letters: words, leader, doubles: index === 0 ? doubles : [] }, angle, row),
  );
};

interface LinePart {
  readonly words: readonly Letter[];
  readonly leader: readonly Letter[];
}

const LEADER_DOTS = 4;

/** The dots of a table of contents are no text; what is on both sides of them stands by itself. */
const splitAtLeaders = (letters: readonly Letter[]): readonly LinePart[] => {
  const parts: LinePart[] = [];
  let words: Letter[] = [];
  let dots: Letter[] = [];
  const end = (): void => {
    const isLeader = dots.filter(({ text }) => text !== ' ').length >= LEADER_DOTS;
    if (!isLeader) append(words, dots);
    else {
      while (words.at(-1)?.text === ' ') words.pop();
      if (words.length > 0) parts.push({ words, leader: dots.filter(({ text }) => text !== ' ') });
      words = [];
    }
    dots = [];
  };
  for (const letter of letters) {
    if (letter.text === '.' || letter.text === '·' || (letter.text === ' ' && dots.length > 0)) {
      dots.push(letter);
      continue;
    }
    end();
    words.push(letter);
  }
  end();
  if (words.length > 0) parts.push({ words, leader: [] });
  return parts;
};

const lineOf = (
  parts: { readonly letters: readonly Letter[] } & Pick<Line, 'leader' | 'doubles'>,
  angle: number,
  row: number,
): Line => {
  const { letters, leader, doubles } = parts;
  const size = mostOf(letters, ({ style }) => Math.round(style.size * 10) / 10) ?? 10;
  const sized = letters.filter(({ style }) => Math.abs(style.size - size) < 0.1);
  const v = mostOf(sized, (letter) => Math.round(letter.v * 10) / 10) ?? (letters[0]?.v as number);
  const isRightToLeft = countOf(letters, RIGHT_TO_LEFT) > countOf(letters, LEFT_TO_RIGHT);
  const logical = isRightToLeft ? toLogicalOrder(letters) : letters;
  const marker = markerLength(logical);
  const kept = logical.slice(marker);
  const words = kept.filter(({ text }) => text !== ' ');
  return {
    letters: kept,
    leader,
    doubles,
    markerLetters: logical.slice(0, Math.max(0, marker - 1)),
    marker: logical
      .slice(0, Math.max(0, marker - 1))
      .map(({ text }) => text)
      .join(''),
    text: kept.map(({ text }) => text).join(''),
    angle,
    u: smallest(words.map(({ u }) => u)),
    end: largest(words.map(({ end }) => end)),
    v,
    size,
    isBold: words.filter(({ style }) => style.font.isBold).length > words.length * 0.6,
    isMono: words.filter(({ style }) => style.font.family === 'mono').length > words.length * 0.7,
    isRightToLeft,
    isUnknown: words.filter(({ code }) => code.text === undefined).length > words.length * 0.5,
    order: smallest(letters.map(({ operator }) => operator)),
    row,
  };
};

const countOf = (letters: readonly Letter[], pattern: RegExp): number =>
  letters.reduce((sum, { text }) => sum + (pattern.test(text) ? 1 : 0), 0);

/** What most letters have. */
export const mostOf = <Key>(
  letters: readonly Letter[],
  keyOf: (letter: Letter) => Key,
): Key | undefined => {
  const counts = new Map<Key, number>();
  let most: Key | undefined;
  for (const letter of letters) {
    if (letter.text === ' ') continue;
    const key = keyOf(letter);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (most === undefined || count > (counts.get(most) ?? 0)) most = key;
  }
  return most;
};

/** Letters are found from left to right; numbers and foreign words stay in that order. */
const toLogicalOrder = (letters: readonly Letter[]): readonly Letter[] => {
  const logical: Letter[] = [];
  let run: Letter[] = [];
  const flush = (): void => {
    // What stands between two foreign words belongs to them; what is behind them does not.
    let inside = run.length;
    while (inside > 0 && !isForeign(run[inside - 1] as Letter)) inside--;
    append(logical, run.slice(0, inside).reverse());
    append(logical, run.slice(inside));
    run = [];
  };
  for (const letter of [...withMarksInPlace(letters)].reverse()) {
    if (RIGHT_TO_LEFT.test(letter.text)) {
      flush();
      logical.push(letter);
    } else if (run.length > 0 || isForeign(letter)) run.push(letter);
    else logical.push(letter);
  }
  flush();
  return withBrackets(logical);
};

/** Marks are drawn before or after their letters, and beside them; they are read after them. */
const withMarksInPlace = (letters: readonly Letter[]): readonly Letter[] => {
  if (!letters.some(({ text }) => MARK.test(text))) return letters;
  const bases: Letter[] = [];
  for (const letter of letters) {
    const isSecondSpace = letter.text === ' ' && bases.at(-1)?.text === ' ';
    if (!MARK.test(letter.text) && !isSecondSpace) bases.push(letter);
  }
  const marks = new Map<Letter | undefined, Letter[]>();
  for (const [at, mark] of letters.entries()) {
    if (!MARK.test(mark.text)) continue;
    const base = nearestBase(mark, letters.slice(Math.max(0, at - 4), at + 5));
    addToGroup(marks, base, mark);
  }
  return [
    ...(marks.get(undefined) ?? []),
    ...bases.flatMap((base) => [...(marks.get(base) ?? []), base]),
  ];
};

const nearestBase = (mark: Letter, letters: readonly Letter[]): Letter | undefined => {
  const middle = (mark.u + mark.end) / 2;
  let nearest: Letter | undefined;
  let least = Number.POSITIVE_INFINITY;
  // From the right: a mark reaches over the end of its letter rather than over its begin.
  for (const letter of [...letters].reverse()) {
    if (letter.text === ' ' || MARK.test(letter.text)) continue;
    const distance = Math.max(letter.u - middle, middle - letter.end, 0);
    if (distance < least - mark.style.size * 0.1) {
      nearest = letter;
      least = distance;
    }
  }
  return nearest;
};

const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '\u00ab': '\u00bb',
  '\u00bb': '\u00ab',
};

/** Some programs say what a bracket looks like, others what it is. The first one opens. */
const withBrackets = (letters: readonly Letter[]): readonly Letter[] => {
  const first = letters.find(({ text }) => text in MIRRORED)?.text ?? '';
  const last = letters.findLast(({ text }) => text in MIRRORED)?.text ?? '';
  if (!/[)\]\u00bb]/.test(first) || !/[([\u00ab]/.test(last)) return letters;
  return letters.map((letter) => ({ ...letter, text: MIRRORED[letter.text] ?? letter.text }));
};

const isForeign = ({ text }: Letter): boolean =>
  /[\p{N}]/u.test(text) || (/\p{L}/u.test(text) && !RIGHT_TO_LEFT.test(text));

/** How many letters at the begin mark a point of a list, with the space behind. */
const markerLength = (letters: readonly Letter[]): number => {
  const space = letters.findIndex(({ text }) => text === ' ');
  if (space < 1 || space > 8 || space + 1 >= letters.length) return 0;
  const word = letters.slice(0, space);
  const text = word.map((letter) => letter.text).join('');
  const after = letters[space + 1] as Letter;
  const before = letters[space - 1] as Letter;
  const gap = Math.max(after.u - before.end, before.u - after.end);
  // Numbers of pages stand between two dashes.
  const isBetween = space === 1 && letters.at(-1)?.text === text;
  const isBullet = space === 1 && !isBetween && (BULLET.test(text) || word[0]?.isSign === true);
  const isNumber = NUMBERING.test(text) && gap > after.style.size * 0.3;
  return isBullet || isNumber ? space + 1 : 0;
};
