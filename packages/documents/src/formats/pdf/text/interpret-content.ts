import { DocumentError } from '../../../document-error.js';
import { MEBIBYTE } from '../../../limits.js';
import { largest, smallest } from '../../../many-values.js';
import { boxOf } from '../objects/page-tree.js';
import type { PdfFile } from '../objects/pdf-file.js';
import {
  isReference,
  isStream,
  isString,
  nameOf,
  type PdfDictionary,
  type PdfReference,
  type PdfStream,
  type PdfValue,
  writeValue,
} from '../objects/pdf-values.js';
import {
  type ContentOperator,
  forEachOperator,
  type Matrix,
  multiply,
  transform,
} from './content-stream.js';
import type { FontCode, FontShelf, PageFont } from './page-fonts.js';

/** What text looks like at a place of the content. */
interface TextState {
  readonly font: PageFont | undefined;
  /** Name of the font in the resources. */
  readonly fontName: string;
  readonly fontSize: number;
  readonly letterSpace: number;
  readonly wordSpace: number;
  /** 1 for the usual width. */
  readonly stretch: number;
  readonly leading: number;
  readonly rise: number;
  /** 0 filled, 1 outlined, 3 invisible, and so on. */
  readonly mode: number;
  /** Outside of this rectangle nothing is seen; undefined for the whole page. */
  readonly clip: Shape | undefined;
  /** The operators that set the colour of text; empty for the colour that it began with. */
  readonly color: string;
  /** The same for lines, and how thick they are. */
  readonly lineColor: string;
  readonly lineWidth: number;
}

/** A letter that was drawn. */
interface DrawnGlyph {
  readonly code: FontCode;
  /** Where it begins, on the page. */
  readonly x: number;
  readonly y: number;
  /** How far the next letter is away, on the line of the text and in points of the page. */
  readonly advance: number;
  /** Its own part of that, without space between letters and words. */
  readonly width: number;
  /** The same from the begin of the operator, in units of the text. */
  readonly along: number;
  readonly step: number;
}

/** An operator that draws text, and all there is to know to draw something else instead. */
export interface ShownText {
  /** Counts the operators that draw text, from 0. */
  readonly index: number;
  readonly operator: ContentOperator;
  readonly state: TextState;
  /** From the content to the page. */
  readonly toPage: Matrix;
  /** Where the line and the text begin, before the operator. */
  readonly lineMatrix: Matrix;
  readonly textMatrix: Matrix;
  /** Where the text is after it. */
  readonly endMatrix: Matrix;
  /** Of type of size 1 to the page, the height of the type upwards. */
  readonly direction: Matrix;
  readonly glyphs: readonly DrawnGlyph[];
  /** How far the operator goes, in units of the text. */
  readonly length: number;
}

/** A drawing or picture, by the rectangle around it: `[left, bottom, right, top]`. */
export type Shape = readonly [number, number, number, number];

/** A form that was drawn: content of its own. */
export interface DrawnForm {
  readonly reference: PdfReference;
  readonly stream: PdfStream;
  readonly toPage: Matrix;
  readonly box: Shape;
}

interface ContentVisitor {
  readonly text?: (text: ShownText) => void;
  readonly shape?: (shape: Shape) => void;
  readonly form?: (form: DrawnForm) => void;
}

export interface ContentPlace {
  readonly file: PdfFile;
  readonly fonts: FontShelf;
  readonly resources: PdfDictionary;
  readonly toPage: Matrix;
}

interface State extends TextState {
  readonly toPage: Matrix;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** States that are saved inside one another. */
const MAX_SAVED = 500;

/** Draws the content of a page in mind, and tells of everything that is drawn. */
export const interpretContent = (
  bytes: Uint8Array,
  { file, fonts, resources, toPage }: ContentPlace,
  visitor: ContentVisitor,
): void => {
  let state: State = {
    font: undefined,
    fontName: '',
    fontSize: 1,
    letterSpace: 0,
    wordSpace: 0,
    stretch: 1,
    leading: 0,
    rise: 0,
    mode: 0,
    color: '',
    lineColor: '',
    lineWidth: 1,
    clip: undefined,
    toPage,
  };
  const saved: State[] = [];
  let textMatrix = IDENTITY;
  let lineMatrix = IDENTITY;
  let shown = 0;
  let path: Shape | undefined;
  let paths: Shape[] = [];
  let point: readonly [number, number] = [0, 0];

  const numberAt = (operands: readonly PdfValue[], index: number): number => {
    const value = operands[index];
    return typeof value === 'number' ? value : 0;
  };
  const matrixOf = (operands: readonly PdfValue[]): Matrix => [
    ...([0, 1, 2, 3, 4, 5].map((index) => numberAt(operands, index)) as unknown as Matrix),
  ];
  const nextLine = (x: number, y: number): void => {
    lineMatrix = multiply([1, 0, 0, 1, x, y], lineMatrix);
    textMatrix = lineMatrix;
  };

  const reach = (x: number, y: number): void => {
    point = [x, y];
    const [pageX, pageY] = transform(state.toPage, x, y);
    path = path
      ? [
          Math.min(path[0], pageX),
          Math.min(path[1], pageY),
          Math.max(path[2], pageX),
          Math.max(path[3], pageY),
        ]
      : [pageX, pageY, pageX, pageY];
  };
  const endPath = (): void => {
    if (path) paths.push(path);
    path = undefined;
  };
  let isClipping = false;
  const clipToPath = (): void => {
    if (isClipping && paths.length > 0) {
      const around = paths.reduce(boundsOfBoth);
      state = { ...state, clip: state.clip ? intersection(state.clip, around) : around };
    }
    isClipping = false;
    paths = [];
  };
  const paint = (): void => {
    endPath();
    if (visitor.shape) for (const drawn of paths) visitor.shape(drawn);
    clipToPath();
  };

  const show = (operator: ContentOperator, pieces: readonly PdfValue[]): void => {
    const { font, fontSize, letterSpace, wordSpace, stretch, rise } = state;
    const startMatrix = textMatrix;
    const glyphs: DrawnGlyph[] = [];
    const base = multiply(startMatrix, state.toPage);
    const scaleX = Math.hypot(base[0], base[1]);
    const sizeX = fontSize * stretch;
    // Some programs turn the page around, and the type with it.
    const [signX, signY] = [sizeX < 0 ? -1 : 1, fontSize < 0 ? -1 : 1];
    let along = 0;
    for (const piece of pieces) {
      if (typeof piece === 'number') {
        along -= (piece / 1000) * sizeX;
        continue;
      }
      if (!isString(piece) || !font) continue;
      for (let at = 0; at < piece.bytes.length; ) {
        const code = font.codeAt(piece.bytes, at);
        at += code.length;
        const isSpace = code.length === 1 && code.code === 32;
        const width = (code.width / 1000) * sizeX;
        const advance = width + (letterSpace + (isSpace ? wordSpace : 0)) * stretch;
        const [x, y] = transform(base, along, rise);
        glyphs.push({
          code,
          x,
          y,
          advance: advance * scaleX * signX,
          width: width * scaleX * signX,
          along,
          step: advance,
        });
        along += advance;
      }
    }
    textMatrix = multiply([1, 0, 0, 1, along, 0], startMatrix);
    visitor.text?.({
      index: shown++,
      operator,
      state,
      toPage: state.toPage,
      lineMatrix,
      textMatrix: startMatrix,
      endMatrix: textMatrix,
      direction: multiply([signX, 0, 0, signY, 0, 0], base),
      glyphs,
      length: along,
    });
  };

  const setColor = ({ name, operands }: ContentOperator): void => {
    const written = `${operands.map(writeValue).join(' ')} ${name}`.trim();
    if (written.length >= 500) return;
    const key = name === name.toUpperCase() ? 'lineColor' : 'color';
    // A colour may be within a space that was set before it.
    const isValue = /^scn?$/i.test(name);
    const space = isValue ? (/^.*? cs\b/i.exec(state[key])?.[0] ?? '') : '';
    state = { ...state, [key]: `${space} ${written}`.trim() };
  };

  const operators: Readonly<Record<string, (operator: ContentOperator) => void>> = {
    q() {
      if (saved.length < MAX_SAVED) saved.push(state);
    },
    Q() {
      state = saved.pop() ?? state;
    },
    cm({ operands }) {
      state = { ...state, toPage: multiply(matrixOf(operands), state.toPage) };
    },
    BT() {
      textMatrix = IDENTITY;
      lineMatrix = IDENTITY;
    },
    w({ operands }) {
      state = { ...state, lineWidth: numberAt(operands, 0) };
    },
    Tc({ operands }) {
      state = { ...state, letterSpace: numberAt(operands, 0) };
    },
    Tw({ operands }) {
      state = { ...state, wordSpace: numberAt(operands, 0) };
    },
    Tz({ operands }) {
      state = { ...state, stretch: numberAt(operands, 0) / 100 };
    },
    TL({ operands }) {
      state = { ...state, leading: numberAt(operands, 0) };
    },
    Tf({ operands }) {
      const fontName = nameOf(operands[0]);
      const font = fonts.find(resources, fontName);
      state = { ...state, font, fontName, fontSize: numberAt(operands, 1) };
    },
    Tr({ operands }) {
      state = { ...state, mode: numberAt(operands, 0) };
    },
    Ts({ operands }) {
      state = { ...state, rise: numberAt(operands, 0) };
    },
    Td({ operands }) {
      nextLine(numberAt(operands, 0), numberAt(operands, 1));
    },
    TD({ operands }) {
      state = { ...state, leading: -numberAt(operands, 1) };
      nextLine(numberAt(operands, 0), numberAt(operands, 1));
    },
    Tm({ operands }) {
      lineMatrix = matrixOf(operands);
      textMatrix = lineMatrix;
    },
    'T*'() {
      nextLine(0, -state.leading);
    },
    Tj(operator) {
      show(operator, operator.operands.slice(0, 1));
    },
    TJ(operator) {
      const [list] = operator.operands;
      show(operator, Array.isArray(list) ? list : []);
    },
    "'"(operator) {
      nextLine(0, -state.leading);
      show(operator, operator.operands.slice(0, 1));
    },
    '"'(operator) {
      const { operands } = operator;
      state = { ...state, wordSpace: numberAt(operands, 0), letterSpace: numberAt(operands, 1) };
      nextLine(0, -state.leading);
      show(operator, operands.slice(2, 3));
    },
    gs({ operands }) {
      const entry = file.dictionary(resources.get('ExtGState')).get(nameOf(operands[0]));
      const font = file.list(file.dictionary(entry).get('Font'));
      // A font can be set here as well, but has no name then by which it could be set again.
      if (font.length > 0) state = { ...state, font: undefined, fontName: '' };
      const lineWidth = file.number(file.dictionary(entry).get('LW'), state.lineWidth);
      state = { ...state, lineWidth };
    },
    Do({ operands }) {
      const value = file.dictionary(resources.get('XObject')).get(nameOf(operands[0]));
      const stream = file.resolve(value);
      if (!isStream(stream)) return;
      if (nameOf(file.resolve(stream.dictionary.get('Subtype'))) !== 'Form') {
        visitor.shape?.(boundsOf(state.toPage, [0, 0, 1, 1]));
        return;
      }
      const numbers = file.list(stream.dictionary.get('Matrix')).map((entry) => file.number(entry));
      const own = numbers.length === 6 ? (numbers as unknown as Matrix) : IDENTITY;
      const toForm = multiply(own, state.toPage);
      const box = boundsOf(toForm, boxOf(file, stream.dictionary.get('BBox')) ?? [0, 0, 1, 1]);
      if (isReference(value)) visitor.form?.({ reference: value, stream, toPage: toForm, box });
    },
    BI() {
      visitor.shape?.(boundsOf(state.toPage, [0, 0, 1, 1]));
    },
    m({ operands }) {
      endPath();
      reach(numberAt(operands, 0), numberAt(operands, 1));
    },
    l({ operands }) {
      reach(numberAt(operands, 0), numberAt(operands, 1));
    },
    c({ operands }) {
      for (const index of [0, 2, 4])
        reach(numberAt(operands, index), numberAt(operands, index + 1));
    },
    v({ operands }) {
      for (const index of [0, 2]) reach(numberAt(operands, index), numberAt(operands, index + 1));
    },
    re({ operands }) {
      endPath();
      const [x, y] = [numberAt(operands, 0), numberAt(operands, 1)];
      const [width, height] = [numberAt(operands, 2), numberAt(operands, 3)];
      for (const [cornerX, cornerY] of [
        [x, y],
        [x + width, y],
        [x, y + height],
        [x + width, y + height],
      ] as const) {
        reach(cornerX, cornerY);
      }
      endPath();
    },
    h() {
      reach(...point);
    },
    n() {
      endPath();
      clipToPath();
    },
    W() {
      isClipping = true;
    },
  };
  const all = new Map(Object.entries(operators));
  all.set('W*', operators.W as (operator: ContentOperator) => void);
  all.set('y', operators.v as (operator: ContentOperator) => void);
  for (const name of ['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*']) all.set(name, paint);
  for (const name of ['g', 'rg', 'k', 'cs', 'sc', 'scn']) {
    all.set(name, setColor);
    all.set(name.toUpperCase(), setColor);
  }

  forEachOperator(bytes, (operator) => all.get(operator.name)?.(operator));
};

/** The rectangle around a rectangle that was turned. */
const boundsOf = (matrix: Matrix, [left, bottom, right, top]: Shape): Shape => {
  const corners = [
    transform(matrix, left, bottom),
    transform(matrix, right, bottom),
    transform(matrix, left, top),
    transform(matrix, right, top),
  ];
  return boundsOfPoints(corners);
};

/** The upright rectangle around points. */
export const boundsOfPoints = (points: readonly (readonly [x: number, y: number])[]): Shape => {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [smallest(xs), smallest(ys), largest(xs), largest(ys)];
};

const boundsOfBoth = (a: Shape, b: Shape): Shape => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

const intersection = (a: Shape, b: Shape): Shape => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];

/** A page may name one small stream many times, and each of them inflates. */
const MAX_CONTENT_BYTES = 64 * MEBIBYTE;
const MAX_CONTENT_STREAMS = 20_000;

/**
 * The bytes of what is drawn on a page, which may be in several streams.
 *
 * @throws DocumentError too_large
 */
export const contentOf = (file: PdfFile, page: PdfDictionary): Uint8Array => {
  const value = file.resolve(page.get('Contents'));
  const streams = Array.isArray(value) ? value : [value];
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const entry of streams) {
    const stream = file.resolve(entry);
    const bytes = isStream(stream) ? file.decode(stream) : undefined;
    if (!bytes) continue;
    pieces.push(bytes, Buffer.from('\n'));
    length += bytes.length;
    if (length > MAX_CONTENT_BYTES || pieces.length > 2 * MAX_CONTENT_STREAMS)
      throw new DocumentError('too_large', 'The content of a page is too large.');
  }
  return pieces.length === 2 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
};
