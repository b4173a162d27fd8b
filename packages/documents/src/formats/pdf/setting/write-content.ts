import { append } from '../../../many-values.js';
import type { LetterRange } from '../layout/areas.js';
import type { TypeStyle } from '../layout/paragraphs.js';
import {
  isDictionary,
  isReference,
  nameOf,
  writeNumber,
  writeValue,
} from '../objects/pdf-values.js';
import {
  type ContentOperator,
  forEachOperator,
  invert,
  type Matrix,
  multiply,
} from '../text/content-stream.js';
import { type ContentPlace, interpretContent, type ShownText } from '../text/interpret-content.js';
import type { PageFont } from '../text/page-fonts.js';
import type { SetArea } from './set-paragraph.js';
import type { SetPiece } from './shape-words.js';

/** What changes in the text of a page. */
interface ContentChange {
  /** Letters that go, by the operator that draws them. */
  readonly removed: ReadonlyMap<number, readonly LetterRange[]>;
  /** Text that is drawn before what is left of an operator. */
  readonly inserted: ReadonlyMap<number, readonly SetArea[]>;
}

/** Bytes of the content that become others. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Names under which the page knows fonts. */
interface FontNames {
  nameOf(reference: { readonly number: number }): string;
}

/**
 * Takes letters out of a content and puts others in, where the first of them were: inside the same
 * structure, and over what was drawn before. Everything else keeps its bytes and its place.
 */
export const rewriteContent = (
  bytes: Uint8Array,
  place: ContentPlace,
  { removed, inserted }: ContentChange,
  fonts: FontNames,
): Uint8Array => {
  const edits: Edit[] = [];
  interpretContent(bytes, place, {
    text(shown) {
      const gone = removed.get(shown.index);
      const areas = inserted.get(shown.index);
      if (!gone && !areas) return;
      const { start, end } = shown.operator;
      const pieces = [moveOf(shown.operator)];
      const toText = areas && invert(shown.toPage);
      if (areas && toText) {
        for (const area of areas) {
          pieces.push(drawArea(area, toText, fonts));
          if (area.marker)
            pieces.push(drawArea({ ...area, scale: 1, lines: [area.marker] }, toText, fonts));
        }
        pieces.push(restore(shown, areas.some(isAnyBold)));
      }
      pieces.push(keepLetters(shown, gone ?? []));
      // What stands beside it may be separated by nothing but what it begins with.
      edits.push({ start, end, text: `\n${pieces.filter((piece) => piece !== '').join('\n')}\n` });
    },
  });
  append(edits, actualTextEdits(bytes, place, new Set(edits.map(({ start }) => start))));
  edits.sort((a, b) => a.start - b.start);
  const buffers: Uint8Array[] = [];
  let position = 0;
  for (const { start, end, text } of edits) {
    buffers.push(bytes.subarray(position, start), Buffer.from(text, 'latin1'));
    position = end;
  }
  buffers.push(bytes.subarray(position));
  return Buffer.concat(buffers);
};

/** A part of the content between two marks. */
interface MarkedPart {
  readonly edit: Edit | undefined;
  hasChanged: boolean;
}

/** Takes away what is said to be the text of letters that are others now. */
const actualTextEdits = (
  bytes: Uint8Array,
  place: ContentPlace,
  changed: ReadonlySet<number>,
): readonly Edit[] => {
  const edits: Edit[] = [];
  const open: MarkedPart[] = [];
  const close = (): void => {
    const part = open.pop();
    if (!part?.hasChanged) return;
    if (part.edit) edits.push(part.edit);
    const around = open.at(-1);
    if (around) around.hasChanged = true;
  };
  forEachOperator(bytes, (operator) => {
    const { name, start, end } = operator;
    if (name === 'BMC' || name === 'BDC') {
      const text = withoutActualText(operator, place);
      const edit = text === undefined ? undefined : { start, end, text };
      open.push({ edit, hasChanged: false });
    } else if (name === 'EMC') close();
    else if (changed.has(start)) {
      const part = open.at(-1);
      if (part) part.hasChanged = true;
    }
  });
  while (open.length > 0) close();
  return edits;
};

const withoutActualText = (
  { name, operands }: ContentOperator,
  { file, resources }: ContentPlace,
): string | undefined => {
  const [tag, named] = operands;
  if (name !== 'BDC' || tag === undefined || named === undefined) return undefined;
  const properties = isDictionary(named)
    ? named
    : file.dictionary(file.dictionary(resources.get('Properties')).get(nameOf(named)));
  if (!properties.has('ActualText')) return undefined;
  // A content can name objects of the file in its resources only.
  const rest = [...properties].filter(
    ([key, value]) => key !== 'ActualText' && !isReference(value),
  );
  return `\n${writeValue(tag)} ${writeValue(new Map(rest))} BDC\n`;
};

/** What an operator does besides drawing text. */
const moveOf = ({ name, operands }: ContentOperator): string => {
  if (name === "'") return 'T*';
  if (name !== '"') return '';
  const [word = 0, letter = 0] = operands;
  return `${writeValue(word)} Tw ${writeValue(letter)} Tc T*`;
};

const TINY = 0.001;

/** Draws the letters that stay, and moves on where others were. */
const keepLetters = (
  { glyphs, length, state, operator }: ShownText,
  removed: readonly LetterRange[],
): string => {
  const size = state.fontSize * state.stretch;
  if (size === 0) return '';
  const items: string[] = [];
  let codes = '';
  let position = 0;
  const flush = (): void => {
    if (codes !== '') items.push(`<${codes}>`);
    codes = '';
  };
  const moveTo = (along: number): void => {
    if (Math.abs(along - position) <= TINY) return;
    flush();
    items.push(writeNumber(((position - along) / size) * 1000));
    position = along;
  };
  for (const [index, { code, along, step }] of glyphs.entries()) {
    if (removed.some(({ from, to }) => index >= from && index <= to)) continue;
    moveTo(along);
    codes += code.code.toString(16).padStart(code.length * 2, '0');
    position = along + step;
  }
  flush();
  moveTo(length);
  if (items.length === 0) return '';
  return operator.name === 'Tj' || items.length > 0 ? `[${items.join(' ')}] TJ` : '';
};

/** Makes everything as the following operators expect it. */
const restore = ({ state, lineMatrix, textMatrix }: ShownText, hasBold: boolean): string => {
  const lines = [
    hasBold ? `${writeNumber(state.lineWidth)} w ${state.lineColor || '0 G'}` : '',
    state.fontName === '' ? '' : `${writeName(state.fontName)} ${writeNumber(state.fontSize)} Tf`,
    `${writeNumber(state.letterSpace)} Tc ${writeNumber(state.wordSpace)} Tw`,
    `${writeNumber(state.stretch * 100)} Tz ${writeNumber(state.rise)} Ts ${writeNumber(state.mode)} Tr`,
    state.color === '' ? '0 g' : state.color,
    `${writeMatrix(lineMatrix)} Tm`,
  ];
  // The text may have gone on from the begin of its line, to which later moves refer.
  const back = invert(lineMatrix);
  const size = state.fontSize * state.stretch;
  const along = back ? multiply(textMatrix, back)[4] : 0;
  if (Math.abs(along) > TINY && size !== 0)
    lines.push(`[${writeNumber((-along / size) * 1000)}] TJ`);
  return lines.filter((line) => line !== '').join('\n');
};

/** How much bolder letters get by a line around them, in sizes of the type. */
const BOLD_LINE = 0.03;

/** Whether a font without a bold face stands in for a bold one. */
const isMadeBold = ({ face, style }: SetPiece): boolean =>
  face?.isRegular === true && style.font.isBold && style.mode === 0;

const isAnyBold = ({ lines }: SetArea): boolean =>
  lines.some(({ pieces }) => pieces.some(isMadeBold));

const LINE_COLORS: Readonly<Record<string, string>> = {
  g: 'G',
  rg: 'RG',
  k: 'K',
  cs: 'CS',
  sc: 'SC',
  scn: 'SCN',
};

const lineColorOf = (color: string): string =>
  color === ''
    ? '0 G'
    : color
        .split(' ')
        .map((word) => LINE_COLORS[word] ?? word)
        .join(' ');

const writeName = (name: string): string => writeValue({ kind: 'name', name });

const writeMatrix = (matrix: Matrix): string => matrix.map(preciseNumber).join(' ');

const preciseNumber = (value: number): string => {
  if (!Number.isFinite(value)) return '0';
  const text = value.toFixed(6).replace(/\.?0+$/, '');
  return text === '-0' || text === '' ? '0' : text;
};

/** Draws the lines of an area. */
const drawArea = ({ area, lines, scale }: SetArea, toText: Matrix, fonts: FontNames): string => {
  const radians = (area.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const output: string[] = ['0 Tc 0 Tw 0 Ts'];
  const current = { font: '', color: '', mode: -1, stretch: -1, rise: 0 };
  const setMatrix = (u: number, v: number): void => {
    const place: Matrix = [cos, sin, -sin, cos, u * cos - v * sin, u * sin + v * cos];
    output.push(`${writeMatrix(multiply(place, toText))} Tm`);
  };
  const setStyle = (
    style: Pick<TypeStyle, 'color' | 'mode' | 'stretch'>,
    font: string,
    rise: number,
  ): void => {
    if (style.color !== '' && style.color !== current.color) output.push(style.color);
    else if (style.color === '' && current.color !== '') output.push('0 g');
    if (style.mode !== current.mode) output.push(`${writeNumber(style.mode)} Tr`);
    if (style.stretch !== current.stretch) output.push(`${writeNumber(style.stretch * 100)} Tz`);
    if (font !== current.font) output.push(`${font} Tf`);
    if (rise !== current.rise) output.push(`${writeNumber(rise)} Ts`);
    Object.assign(current, {
      font,
      rise,
      color: style.color,
      mode: style.mode,
      stretch: style.stretch,
    });
  };
  const fontNames = new Map<number, string>();
  const fontOf = ({ number }: { readonly number: number }, size: number): string => {
    const name = fontNames.get(number) ?? writeName(fonts.nameOf({ number }));
    fontNames.set(number, name);
    return `${name} ${writeNumber(size)}`;
  };

  for (const line of lines) {
    let u = line.u;
    setMatrix(u, line.v);
    /** Pieces that go on from each other are one operator, without a place of their own. */
    let items: string[] = [];
    const flush = (): void => {
      if (items.length > 0) output.push(`[${items.join(' ')}] TJ`);
      items = [];
    };
    for (const piece of line.pieces) {
      const { style, face, kept, isSpace } = piece;
      if (kept) {
        flush();
        drawKept(kept, { u, v: line.v, scale }, { setMatrix, setStyle, fontOf, output });
        u += piece.width * scale;
        setMatrix(u, line.v);
        continue;
      }
      const size = style.size * scale;
      if (face) {
        const font = fontOf(face.reference, size);
        const rise = style.rise * scale;
        const { stretch } = piece;
        const isBold = isMadeBold(piece);
        const mode = isBold ? 2 : style.mode;
        const isSame =
          font === current.font &&
          rise === current.rise &&
          style.color === current.color &&
          mode === current.mode &&
          stretch === current.stretch;
        if (!isSame) {
          flush();
          setStyle({ color: style.color, mode, stretch }, font, rise);
          if (isBold) {
            const width = size * BOLD_LINE * Math.hypot(toText[0], toText[1]);
            output.push(`${preciseNumber(width)} w ${lineColorOf(style.color)}`);
          }
        }
        for (const { height, list } of itemsOf(piece, line.stretch, size * stretch)) {
          // Marks over and under letters have a height of their own.
          const raised = rise + (height / 1000) * size;
          if (raised !== current.rise) {
            flush();
            output.push(`${writeNumber(raised)} Ts`);
            current.rise = raised;
          }
          append(items, list);
        }
      }
      u += piece.width * scale + (isSpace ? line.stretch : 0);
    }
    flush();
  }
  return output.join('\n');
};

/** Letters and the moves between them, in stretches of one height. */
const itemsOf = (
  { glyphs, isSpace }: SetPiece,
  stretch: number,
  size: number,
): readonly { readonly height: number; readonly list: readonly string[] }[] => {
  const stretches: { height: number; list: string[] }[] = [];
  let items: string[] = [];
  let codes = '';
  let height = 0;
  const flush = (): void => {
    if (codes !== '') items.push(`<${codes}>`);
    codes = '';
  };
  const move = (thousandths: number): void => {
    if (Math.abs(thousandths) < 0.05) return;
    flush();
    items.push(writeNumber(-thousandths));
  };
  const end = (): void => {
    flush();
    if (items.length > 0) stretches.push({ height, list: items });
    items = [];
  };
  for (const { code, width, advance, x, y } of glyphs) {
    if (y !== height) end();
    height = y;
    move(x);
    codes += code;
    move(advance - width - x);
  }
  const added = isSpace && size > 0 ? (stretch / size) * 1000 : 0;
  const bare = isSpace && glyphs.length === 0 ? 250 : 0;
  move(added + bare);
  end();
  return stretches;
};

const drawKept = (
  { letters }: NonNullable<SetPiece['kept']>,
  { u, v, scale }: { readonly u: number; readonly v: number; readonly scale: number },
  {
    setMatrix,
    setStyle,
    fontOf,
    output,
  }: {
    readonly setMatrix: (u: number, v: number) => void;
    readonly setStyle: (
      style: Pick<TypeStyle, 'color' | 'mode' | 'stretch'>,
      font: string,
      rise: number,
    ) => void;
    readonly fontOf: (reference: { readonly number: number }, size: number) => string;
    readonly output: string[];
  },
): void => {
  for (const letter of letters) {
    const { style, code } = letter;
    setMatrix(u + letter.u * scale, v + letter.v * scale);
    setStyle(style, fontFor(style, scale, fontOf), 0);
    output.push(`<${code.code.toString(16).padStart(code.length * 2, '0')}> Tj`);
  }
};

const fontFor = (
  {
    font,
    fontName,
    size,
  }: { readonly font: PageFont; readonly fontName: string; readonly size: number },
  scale: number,
  fontOf: (reference: { readonly number: number }, size: number) => string,
): string =>
  font.id > 0
    ? fontOf({ number: font.id }, size * scale)
    : `${writeName(fontName)} ${writeNumber(size * scale)}`;
