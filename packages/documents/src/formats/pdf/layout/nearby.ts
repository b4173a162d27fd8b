import { countBefore, largest, smallest } from '../../../many-values.js';
import type { Shape } from '../text/interpret-content.js';

/**
 * How many neighbours count on each side of a place. Pages of text have fewer; a page of many thousand
 * cells would take minutes if all of them looked at all others.
 */
const MAX_NEAR = 200;

/** A stretch of a sorted list, of which only what is near a place counts if it is long. */
export const nearIn = <Item>(
  sorted: readonly Item[],
  at: number,
  from = 0,
  to = sorted.length,
): readonly Item[] => {
  if (to - from <= 2 * MAX_NEAR) return sorted.slice(from, to);
  const start = Math.max(from, Math.min(at - MAX_NEAR, to - 2 * MAX_NEAR));
  return sorted.slice(start, start + 2 * MAX_NEAR);
};

/** Finds what reaches into a stretch among items that stand beside each other, in their order. */
export const overlapping = function* <Item extends { readonly u: number; readonly end: number }>(
  row: readonly Item[],
  from: number,
  to: number,
): Generator<Item> {
  const first = countBefore(row.length, (index) => (row[index] as Item).end <= from);
  for (let index = first; index < row.length; index++) {
    const item = row[index] as Item;
    if (item.u >= to) return;
    yield item;
  }
};

/** Shapes in bands across a page, so that those near a place are found without looking at all. */
export interface ShapeBands {
  readonly add: (shape: Shape) => void;
  /** Those that reach into a height, of a dense page only the nearest ones. */
  readonly near: (bottom: number, top: number, left: number) => readonly Shape[];
}

const MAX_BANDS = 256;
const SHAPES_PER_BAND = 32;
/** Shapes over more bands are kept by themselves. */
const MAX_BANDS_OF_SHAPE = 16;
const MAX_FOUND = 20 * MAX_NEAR;

export const createShapeBands = (shapes: readonly Shape[]): ShapeBands => {
  const bottom = smallest(shapes.map((shape) => shape[1]));
  const top = largest(shapes.map((shape) => shape[3]));
  const count = Math.max(1, Math.min(MAX_BANDS, Math.floor(shapes.length / SHAPES_PER_BAND)));
  const height = (top - bottom) / count;
  const bandAt = (place: number): number => {
    const band = Math.floor((place - bottom) / height);
    // Without a height there is one band, and everything is in it.
    return band > 0 ? Math.min(band, count - 1) : 0;
  };
  const bands = Array.from({ length: count }, (): Shape[] => []);
  const tall: Shape[] = [];
  const indexOf = (sorted: readonly Shape[], left: number): number =>
    countBefore(sorted.length, (index) => (sorted[index] as Shape)[0] < left);
  const listsOf = (shape: Shape): readonly Shape[][] => {
    const [first, last] = [bandAt(shape[1]), bandAt(shape[3])];
    return last - first >= MAX_BANDS_OF_SHAPE ? [tall] : bands.slice(first, last + 1);
  };
  for (const shape of shapes.toSorted((a, b) => a[0] - b[0])) {
    for (const list of listsOf(shape)) list.push(shape);
  }
  return {
    add(shape) {
      for (const list of listsOf(shape)) list.splice(indexOf(list, shape[0]), 0, shape);
    },
    near(from, to, left) {
      const found = [...nearIn(tall, indexOf(tall, left))];
      for (let band = bandAt(from); band <= bandAt(to) && found.length < MAX_FOUND; band++) {
        const list = bands[band] as Shape[];
        for (const shape of nearIn(list, indexOf(list, left))) found.push(shape);
      }
      return found;
    },
  };
};
