import { countBefore } from '../../../many-values.js';
import { addToGroup } from '../add-to-group.js';
import type { Piece } from './page-letters.js';

/** In sizes of the type: how far a piece may be above or below others of its row. */
const ROW_HEIGHT = 0.45;
/** The same for small type beside larger type. */
const RAISED_HEIGHT = 0.55;
/** In points: what stands on one line differs by less. */
const SAME_BASELINE = 0.05;
/** In sizes of the type: beyond, something is another column. */
export const COLUMN_GAP = 1.05;
/** In sizes of the type: between an index and what it belongs to. */
const INDEX_GAP = 0.3;

/** Pieces of one height, each row from left to right. */
export const rowsOf = (pieces: readonly Piece[]): readonly (readonly Piece[])[] => {
  const sorted = [...pieces].sort((a, b) => b.v - a.v || a.u - b.u);
  const rows: Piece[][] = [];
  let base = 0;
  let height = 0;
  for (const piece of sorted) {
    const row = rows.at(-1);
    const [small, large] = height < piece.size ? [height, piece.size] : [piece.size, height];
    // Small type beside large type is an index or an exponent of it.
    const reach = large * (large > small * LARGER ? RAISED_HEIGHT : ROW_HEIGHT);
    const isLevel = row !== undefined && (row.at(-1) as Piece).v - piece.v < SAME_BASELINE;
    if (row && (isLevel || base - piece.v <= reach)) {
      row.push(piece);
      if (piece.size > height * 1.2) {
        base = piece.v;
        height = piece.size;
      }
    } else {
      rows.push([piece]);
      base = piece.v;
      height = piece.size;
    }
  }
  for (const row of rows) row.sort((a, b) => a.u - b.u);
  return withIndices(rows).flatMap(withoutSmallLines);
};

/** How much larger is what small type belongs to. */
const LARGER = 1.2;
/** Pieces before one that may be what it belongs to. */
const NEAR_PIECES = 8;

const gapBetween = (a: Piece, b: Piece): number => Math.max(a.u - b.end, b.u - a.end);

/** Whether small type stands right beside larger type of a row, as its index or exponent. */
const isIndexIn = (row: readonly Piece[], piece: Piece): boolean => {
  const from = countBefore(row.length, (index) => (row[index] as Piece).u < piece.u);
  return row
    .slice(Math.max(0, from - NEAR_PIECES), from + NEAR_PIECES)
    .some(
      (other) =>
        other.size > piece.size * LARGER &&
        Math.abs(other.v - piece.v) <= other.size * RAISED_HEIGHT &&
        gapBetween(piece, other) <= other.size * INDEX_GAP,
    );
};

/** Puts indices into the row that they belong to, where one of another column is as near. */
const withIndices = (rows: readonly Piece[][]): readonly Piece[][] => {
  const moved = new Map<number, Piece[]>();
  const stay = rows.map((row, index) =>
    row.filter((piece) => {
      const target = [index + 1, index - 1].find((near) => isIndexIn(rows[near] ?? [], piece));
      if (target === undefined || isIndexIn(row, piece)) return true;
      addToGroup(moved, target, piece);
      return false;
    }),
  );
  return stay
    .map((row, index) => [...row, ...(moved.get(index) ?? [])].sort((a, b) => a.u - b.u))
    .filter(({ length }) => length > 0);
};

/** Lines of small type that stand beside large type, as beside a logo, are no indices of it. */
const withoutSmallLines = (row: Piece[]): readonly (readonly Piece[])[] => {
  const largest = row.reduce((most, piece) => (piece.size > most.size ? piece : most));
  const reachOf = ({ size }: Piece): number => size * ROW_HEIGHT;
  const inRow = new Set(
    row.filter((piece) => Math.abs(piece.v - largest.v) <= reachOf(piece) + 0.01),
  );
  if (inRow.size === row.length) return [row];
  for (const pieces of [row, row.toReversed()]) {
    for (const [index, piece] of pieces.entries()) {
      const isHeld = pieces
        .slice(Math.max(0, index - NEAR_PIECES), index)
        .some(
          (other) =>
            inRow.has(other) &&
            gapBetween(piece, other) <= other.size * COLUMN_GAP &&
            (other.size > piece.size * LARGER || Math.abs(other.v - piece.v) <= reachOf(piece)),
        );
      if (isHeld) inRow.add(piece);
    }
  }
  const rest = row.filter((piece) => !inRow.has(piece));
  if (rest.length === 0) return [row];
  const [above, below] = [1, -1].map((side) =>
    rest.filter(({ v }) => (v > largest.v ? 1 : -1) === side),
  ) as [Piece[], Piece[]];
  return [above, row.filter((piece) => inRow.has(piece)), below].filter(({ length }) => length > 0);
};
