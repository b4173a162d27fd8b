import { type Cursor, cursorOf, isKeyword, readToken, skipSpace } from '../objects/parse-values.js';
import type { PdfValue } from '../objects/pdf-values.js';

/** An operator of the content of a page, with what stands before it. */
export interface ContentOperator {
  readonly name: string;
  readonly operands: readonly PdfValue[];
  /** Where its first operand begins, and where it ends. */
  readonly start: number;
  readonly end: number;
}

/** What stands before one operator; what is more is damage. */
const MAX_OPERANDS = 1000;

/** Goes through the operators of a content. Pictures inside are one operator, `BI`. */
export const forEachOperator = (
  bytes: Uint8Array,
  visit: (operator: ContentOperator) => void,
): void => {
  const cursor = cursorOf(bytes, 0, false);
  let operands: PdfValue[] = [];
  let start = -1;
  for (;;) {
    skipSpace(cursor);
    if (start < 0) start = cursor.at;
    const token = readToken(cursor);
    if (token === undefined) return;
    if (!isKeyword(token)) {
      if (operands.length < MAX_OPERANDS) operands.push(token);
      continue;
    }
    const name = token.keyword;
    if (name === 'BI') skipPicture(cursor);
    visit({ name, operands, start, end: cursor.at });
    operands = [];
    start = -1;
  }
};

const isSpace = (code: number | undefined): boolean =>
  code === undefined || code === 32 || (code >= 9 && code <= 13) || code === 0;

/** Goes behind the end of a picture, which looks like `EI` and may stand in its data, too. */
const skipPicture = (cursor: Cursor): void => {
  for (;;) {
    const token = readToken(cursor);
    if (token === undefined) return;
    if (isKeyword(token) && token.keyword === 'ID') break;
  }
  const { bytes, end } = cursor;
  for (let at = cursor.at + 1; at < end; at++) {
    const isEnd =
      bytes[at] === 0x45 &&
      bytes[at + 1] === 0x49 &&
      isSpace(bytes[at - 1]) &&
      isSpace(bytes[at + 2]) &&
      bytes.subarray(at + 3, at + 13).every((code) => isSpace(code) || (code > 32 && code < 127));
    if (!isEnd) continue;
    cursor.at = at + 2;
    return;
  }
  cursor.at = end;
};

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
