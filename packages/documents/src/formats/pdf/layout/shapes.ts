import { countBefore } from '../../../many-values.js';
import type { Shape } from '../text/interpret-content.js';
import type { Piece } from './page-letters.js';

/** A rectangle in the frame of text that runs at an angle of 0, 90, 180 or 270 degrees, or back. */
export const turnedShape = ([left, bottom, right, top]: Shape, angle: number): Shape => {
  const quarters = (((angle / 90) % 4) + 4) % 4;
  if (quarters === 1) return [bottom, -right, top, -left];
  if (quarters === 2) return [-right, -top, -left, -bottom];
  if (quarters === 3) return [-top, left, -bottom, right];
  return [left, bottom, right, top];
};

/** Whether rectangles of a page are rectangles in the frame of a text, too. */
export const isUpright = (angle: number): boolean => angle % 90 === 0;

/** Shapes of a page in the frame of a text; none for one that runs aslant. */
export const levelShapes = (shapes: readonly Shape[], angle: number): readonly Shape[] => {
  if (angle === 0) return shapes;
  return isUpright(angle) ? shapes.map((shape) => turnedShape(shape, angle)) : [];
};

/** What is drawn upwards between the cells of a table. */
export interface Edge {
  readonly place: Shape;
  /** Of a box, which may as well be the background of a word. */
  readonly isSide: boolean;
}

/** In sizes of the type: boxes that are lower than this are backgrounds of words or lines. */
const CELL_HEIGHT = 1.7;
const MAX_EDGES = 2000;

/** From left to right. */
export const verticalEdges = (shapes: readonly Shape[]): readonly Edge[] =>
  shapes
    .filter(([, bottom, , top]) => top - bottom > 5)
    .flatMap((place): readonly Edge[] => {
      const [left, bottom, right, top] = place;
      if (right - left < 3) return [{ place, isSide: false }];
      return [left, right].map((x) => ({ place: [x, bottom, x, top], isSide: true }));
    })
    .sort((a, b) => a.place[0] - b.place[0])
    .slice(0, MAX_EDGES);

/** Whether an edge stands between a place on a line and what follows there. */
export const hasEdge = (edges: readonly Edge[], from: number, { u, v, size }: Piece): boolean => {
  const first = countBefore(edges.length, (index) => (edges[index] as Edge).place[0] < from - 1);
  for (let index = first; index < edges.length; index++) {
    const { place, isSide } = edges[index] as Edge;
    const [left, bottom, right, top] = place;
    if (left > u + 1) return false;
    const isBetween = right <= u + 1 && bottom < v + size * 0.5 && top > v + size * 0.2;
    if (isBetween && !(isSide && top - bottom < size * CELL_HEIGHT)) return true;
  }
  return false;
};

const MAX_BARS = 3000;

/**
 * Lines that are drawn across, and the sides of boxes that are cells.
 *
 * @param size of the type around them
 */
export const horizontalEdges = (shapes: readonly Shape[], size: number): readonly Shape[] =>
  shapes
    .flatMap((shape): readonly Shape[] => {
      const [left, bottom, right, top] = shape;
      if (top - bottom < 3) return [shape];
      if (top - bottom < size * CELL_HEIGHT || right - left < 3) return [];
      return [bottom, top].map((y): Shape => [left, y, right, y]);
    })
    .slice(0, MAX_BARS);
