import type { Shape } from '../text/interpret-content.js';

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
