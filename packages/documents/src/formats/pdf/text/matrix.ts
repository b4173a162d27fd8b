/** `[a, b, c, d, e, f]`: (x, y) becomes (ax + cy + e, bx + dy + f). */
export type Matrix = readonly [number, number, number, number, number, number];

/** First the one, then the other. */
export const multiply = (first: Matrix, then: Matrix): Matrix => [
  first[0] * then[0] + first[1] * then[2],
  first[0] * then[1] + first[1] * then[3],
  first[2] * then[0] + first[3] * then[2],
  first[2] * then[1] + first[3] * then[3],
  first[4] * then[0] + first[5] * then[2] + then[4],
  first[4] * then[1] + first[5] * then[3] + then[5],
];

export const transform = (
  [a, b, c, d, e, f]: Matrix,
  x: number,
  y: number,
): readonly [number, number] => [a * x + c * y + e, b * x + d * y + f];

/** The way back; undefined where a surface has become a line. */
export const invert = ([a, b, c, d, e, f]: Matrix): Matrix | undefined => {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-12 || !Number.isFinite(determinant)) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
};
