import createBidi from 'bidi-js';
import { unescapeXml } from '../../../xml/escape-xml.js';
import type { Area, KeptLetters, Paragraph, TypeStyle } from '../layout/paragraphs.js';
import type { FaceShelf, SetGlyph, TypeFace } from './type-faces.js';

/** Something of a line with a place of its own: letters of one font, or what is drawn again. */
export interface SetPiece {
  readonly style: TypeStyle;
  readonly face: TypeFace | undefined;
  readonly glyphs: readonly SetGlyph[];
  readonly kept: KeptLetters | undefined;
  /** Width of the letters compared with their height; 1 as the font has them. */
  readonly stretch: number;
  /** In points at the size that the type has on the page. */
  readonly width: number;
  readonly level: number;
  readonly isSpace: boolean;
}

/** A line as it is to be drawn, from left to right. */
export interface SetLine {
  readonly u: number;
  readonly v: number;
  readonly end: number;
  readonly pieces: readonly SetPiece[];
  /** Added to each space. */
  readonly stretch: number;
}

/** What of a paragraph goes into one of its places. */
export interface SetArea {
  readonly area: Area;
  /** Of the type, compared with the original. */
  readonly scale: number;
  readonly lines: readonly SetLine[];
}

/** Room around a place. */
export interface Room {
  /** Where a line may begin and end. */
  readonly left: number;
  readonly right: number;
  /** How far base lines may go down below the last one. */
  readonly below: number;
}

/** Type gets no smaller than this, as long as everything fits somehow. */
export const MIN_SCALE = 0.7;
/** Beyond, what does not fit is smaller still, and reported. */
const LEAST_SCALE = 0.3;
const SCALE_STEP = 0.02;

const bidi = createBidi();

/** A word and the space before it. */
interface Word {
  readonly pieces: readonly SetPiece[];
  readonly width: number;
  readonly space: SetPiece | undefined;
}

/** Stretches of text and signs of a written paragraph. */
export type Span =
  | { readonly text: string; readonly style: TypeStyle }
  | { readonly kept: KeptLetters };

/** Reads what was written for a paragraph. */
export const spansOf = (written: string, paragraph: Paragraph): readonly Span[] => {
  const spans: Span[] = [];
  const open: TypeStyle[] = [];
  for (const [, close, start, keptIndex, text] of written.matchAll(
    /(<\/s>)|<s i="(\d+)">|<k i="(\d+)"\/>|([^<]+)/g,
  )) {
    if (close) open.pop();
    else if (start) open.push(paragraph.styles[Number(start)] ?? paragraph.style);
    else if (keptIndex) {
      const kept = paragraph.kept[Number(keptIndex)];
      if (kept) spans.push({ kept });
    } else if (text) spans.push({ text: unescapeXml(text), style: open.at(-1) ?? paragraph.style });
  }
  return spans;
};

/**
 * Sets a paragraph in its places: in the room it had, then in what is free beside and below it,
 * then in smaller type.
 *
 * @param roomOf what is free around a place
 * @returns whether the type got smaller than it should, and the lines for each place
 */
export const setParagraph = (
  paragraph: Paragraph,
  spans: readonly Span[],
  {
    faces,
    direction,
    roomOf,
  }: {
    readonly faces: FaceShelf;
    readonly direction: 'ltr' | 'rtl' | undefined;
    readonly roomOf: (area: Area) => Room;
  },
): { readonly areas: readonly SetArea[]; readonly isCrowded: boolean } => {
  const isRightToLeft = direction ? direction === 'rtl' : paragraph.isRightToLeft;
  const words = wordsOf(spans, faces, isRightToLeft);
  const frames = framesOf(paragraph, roomOf, isRightToLeft);
  for (const isGrown of [false, true]) {
    const fitted = fill(words, frames, { scale: 1, isGrown });
    if (fitted)
      return {
        areas: linesOf(fitted, frames, { scale: 1, isGrown, isRightToLeft }),
        isCrowded: false,
      };
  }
  for (let scale = 1 - SCALE_STEP; ; scale -= SCALE_STEP) {
    const isLast = scale <= LEAST_SCALE;
    const fitted = fill(words, frames, { scale, isGrown: true, isForced: isLast });
    if (!fitted) continue;
    const areas = linesOf(fitted, frames, { scale, isGrown: true, isRightToLeft });
    return { areas, isCrowded: scale < MIN_SCALE - 0.001 };
  }
};

/** A place with the widths of its lines, before and after it has grown. */
interface Frame {
  readonly area: Area;
  readonly alignment: Area['alignment'];
  readonly own: Extent;
  readonly grown: Extent;
}

interface Extent {
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

const framesOf = (
  { areas, isRightToLeft: isReadRightToLeft }: Paragraph,
  roomOf: (area: Area) => Room,
  isRightToLeft: boolean,
): readonly Frame[] =>
  areas.map((area) => {
    const { lines, u, end, columnEnd, size } = area;
    const room = roomOf(area);
    const height = (lines[0]?.v ?? 0) - (lines.at(-1)?.v ?? 0);
    const isSingle = lines.length === 1;
    // A text that now begins on the right begins at the right side of its column.
    const isTurned = isRightToLeft && !isReadRightToLeft && isSingle && area.alignment === 'left';
    // Rounding makes a word too long for the line that it filled.
    const slack = size * 0.05;
    const withSlack = (from: number, to: number, tall: number): Extent => ({
      left: area.alignment === 'right' || area.alignment === 'center' ? from - slack : from,
      right: area.alignment === 'right' ? to : to + slack,
      height: tall,
    });
    const isColumn = !isSingle && (area.alignment === 'left' || area.alignment === 'justify');
    const right = Math.max(
      end,
      isColumn && !isRightToLeft ? Math.min(columnEnd, Math.max(room.right, end)) : end,
    );
    const middle = (u + end) / 2;
    const half = Math.max((end - u) / 2, Math.min(middle - room.left, room.right - middle));
    const sides: Readonly<Record<Area['alignment'], readonly [number, number]>> = {
      left: [u, Math.max(right, room.right)],
      justify: [u, isSingle ? Math.max(right, room.right) : right],
      right: [Math.min(u, room.left), end],
      center: [middle - half, middle + half],
    };
    const mirrored = isRightToLeft && area.alignment === 'left' ? 'right' : area.alignment;
    const [left, grownRight] = sides[area.alignment];
    return {
      area,
      alignment: mirrored,
      own: withSlack(u, isTurned ? Math.max(right, room.right) : right, height),
      grown: withSlack(left, grownRight, height + room.below),
    };
  });

interface Filling {
  readonly scale: number;
  readonly isGrown: boolean;
  readonly isForced?: boolean;
}

interface FilledLine {
  readonly words: readonly Word[];
  readonly frame: number;
  readonly line: number;
  readonly isLast: boolean;
}

/** Puts words on lines; undefined when there are more than there is room for. */
const fill = (
  words: readonly Word[],
  frames: readonly Frame[],
  { scale, isGrown, isForced = false }: Filling,
): readonly FilledLine[] | undefined => {
  const lines: FilledLine[] = [];
  let frame = 0;
  let line = 0;
  let current: Word[] = [];
  let used = 0;
  const room = (): number => {
    const { area, own, grown } = frames[frame] as Frame;
    const extent = isGrown ? grown : own;
    return extent.right - extent.left - (line === 0 ? Math.max(0, area.indent) : 0);
  };
  const hasNext = (): boolean => {
    const { area, own, grown } = frames[frame] as Frame;
    const { height } = isGrown ? grown : own;
    return (line + 1) * leadingOf(area, scale) <= height + area.size * 0.05;
  };
  const end = (isLast: boolean): boolean => {
    lines.push({ words: current, frame, line, isLast });
    current = [];
    used = 0;
    if (isLast) return true;
    if (hasNext()) line++;
    else if (frame + 1 < frames.length) {
      frame++;
      line = 0;
    } else if (isForced) line++;
    else return false;
    return true;
  };
  for (const word of words) {
    const space = current.length > 0 ? (word.space?.width ?? 0) * scale : 0;
    const width = word.width * scale;
    const fits = used + space + width <= room() + 0.01;
    if (!fits && current.length > 0) {
      if (!end(false)) return undefined;
      current.push(word);
      used = width;
      if (width > room() + 0.01 && !isForced) return undefined;
      continue;
    }
    if (!fits && !isForced) return undefined;
    current.push(word);
    used += space + width;
  }
  end(true);
  return lines;
};

const leadingOf = ({ leading }: Area, scale: number): number => leading * scale;

const linesOf = (
  filled: readonly FilledLine[],
  frames: readonly Frame[],
  { scale, isGrown, isRightToLeft }: Filling & { readonly isRightToLeft: boolean },
): readonly SetArea[] =>
  frames.map(({ area, alignment, own, grown }, index) => {
    const extent = isGrown ? grown : own;
    const inFrame = filled.filter(({ frame }) => frame === index);
    const top = area.lines[0]?.v ?? 0;
    return {
      area,
      scale,
      lines: inFrame.map(({ words, line, isLast }): SetLine => {
        const pieces = words.flatMap(({ space, pieces: own }, at) =>
          at > 0 && space ? [space, ...own] : own,
        );
        const natural = pieces.reduce((sum, { width }) => sum + width, 0) * scale;
        const indent = line === 0 ? Math.max(0, area.indent) : 0;
        const left = extent.left + (isRightToLeft ? 0 : indent);
        const right = extent.right - (isRightToLeft ? indent : 0);
        const spaces = pieces.filter(({ isSpace }) => isSpace).length;
        const isStretched =
          alignment === 'justify' &&
          !isLast &&
          spaces > 0 &&
          right - left - natural < (right - left) * 0.35;
        const stretch = isStretched ? (right - left - natural) / spaces : 0;
        const width = natural + stretch * spaces;
        const start = startOf({ alignment, left, right, width, isRightToLeft, isStretched });
        const original = area.lines[line];
        const keepsLine = scale === 1 && original !== undefined;
        return {
          u: start,
          end: start + width,
          v: keepsLine ? original.v : baseLine(area, top, line, scale),
          pieces: toVisualOrder(pieces, isRightToLeft),
          stretch,
        };
      }),
    };
  });

const baseLine = (area: Area, top: number, line: number, scale: number): number => {
  const last = area.lines.length - 1;
  const from = area.lines[last]?.v ?? top;
  return scale === 1 && line > last
    ? from - (line - last) * area.leading
    : top - line * leadingOf(area, scale);
};

const startOf = ({
  alignment,
  left,
  right,
  width,
  isRightToLeft,
  isStretched,
}: {
  readonly alignment: Area['alignment'];
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly isRightToLeft: boolean;
  readonly isStretched: boolean;
}): number => {
  if (isStretched) return left;
  if (alignment === 'center') return (left + right - width) / 2;
  if (alignment === 'right') return right - width;
  return isRightToLeft ? right - width : left;
};

/** Reorders the pieces of a line as they are seen: what runs the other way is turned round. */
const toVisualOrder = (
  pieces: readonly SetPiece[],
  isRightToLeft: boolean,
): readonly SetPiece[] => {
  const most = Math.max(0, ...pieces.map(({ level }) => level));
  const least = isRightToLeft ? 1 : 0;
  if (most === 0) return pieces;
  const order = [...pieces];
  for (let level = most; level >= Math.max(1, least); level--) {
    for (let from = 0; from < order.length; from++) {
      if ((order[from] as SetPiece).level < level) continue;
      let to = from;
      while (to + 1 < order.length && (order[to + 1] as SetPiece).level >= level) to++;
      order.splice(from, to - from + 1, ...order.slice(from, to + 1).reverse());
      from = to;
    }
  }
  return order;
};

const OBJECT = '\ufffc';
const EAST_ASIAN = /[\u2e80-\u2fff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/;
/** What does not begin a line in Chinese and Japanese, and what does not end one. */
const NO_START =
  /^[、。，．・：；？！）］｝」』】〉》〕’”…‥ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ〜～,.!?:;)\]}]/;
const NO_END = /[（［｛「『【〈《〔‘“([{]$/;
/** Words longer than this are divided behind their strokes and points. */
const LONG_WORD = 18;

/** Divides text where lines may end, and shapes what is between. */
const wordsOf = (
  spans: readonly Span[],
  faces: FaceShelf,
  isRightToLeft: boolean,
): readonly Word[] => {
  const whole = spans.map((span) => ('kept' in span ? OBJECT : span.text)).join('');
  const isMixed = isRightToLeft || /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(whole);
  const levels = isMixed
    ? bidi.getEmbeddingLevels(whole, isRightToLeft ? 'rtl' : 'ltr').levels
    : undefined;
  const words: Word[] = [];
  let pieces: SetPiece[] = [];
  let space: SetPiece | undefined;
  let text = '';
  const end = (): void => {
    if (pieces.length > 0) {
      words.push({ pieces, space, width: pieces.reduce((sum, { width }) => sum + width, 0) });
      space = undefined;
    }
    pieces = [];
    text = '';
  };
  let at = 0;
  for (const span of spans) {
    if ('kept' in span) {
      const style = keptStyle(span.kept);
      pieces.push({
        style,
        face: undefined,
        glyphs: [],
        kept: span.kept,
        stretch: 1,
        isSpace: false,
        width: span.kept.width,
        level: levels?.[at] ?? 0,
      });
      at++;
      continue;
    }
    for (const part of partsOf(span.text)) {
      if (/^\s/.test(part)) {
        end();
        space = spaceOf(span.style, faces, levels?.[at] ?? 0);
        at += part.length;
        continue;
      }
      const canBreak =
        text !== '' &&
        !NO_START.test(part) &&
        !NO_END.test(text) &&
        (EAST_ASIAN.test(part[0] ?? '') ||
          EAST_ASIAN.test(text.at(-1) ?? '') ||
          /[-\u2010–—/]$/.test(text) ||
          text.length > LONG_WORD);
      if (canBreak) end();
      pieces.push(...shapePart(part, at, span.style, { faces, levels }));
      text += part;
      at += part.length;
    }
  }
  end();
  return words;
};

/** Words, spaces and single letters of scripts without spaces. */
const partsOf = (text: string): readonly string[] =>
  text.match(
    /[ \t\r\n\u2003\u2002\u2009]+|[\u2e80-\u2fff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]|[^ \t\r\n\u2003\u2002\u2009\u2e80-\u2fff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]+?(?:[-\u2010–—](?=\p{L}{2})|(?<=[/.?&=_%][^ ]{0,3})(?=[^ ]{3})|(?=[ \t\r\n\u2003\u2002\u2009\u2e80-\u2fff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]|$))/gu,
  ) ?? [];

const keptStyle = ({ letters, link }: KeptLetters): TypeStyle => {
  const style = (letters[0] as KeptLetters['letters'][number]).style;
  return { ...style, rise: 0, link };
};

const spaceOf = (style: TypeStyle, faces: FaceShelf, level: number): SetPiece => {
  const face = faces.find(' ', style.font) ?? faces.find('a', style.font);
  const stretch = style.stretch * (face ? faces.fit(style.font, face) : 1);
  const { width, code } = face?.space ?? { width: 250, code: undefined };
  const glyphs = code === undefined ? [] : [{ code, width, advance: width, x: 0, y: 0 }];
  return {
    style,
    face,
    glyphs,
    kept: undefined,
    stretch,
    level,
    isSpace: true,
    width: (width / 1000) * style.size * stretch,
  };
};

/** Shapes letters of one style, divided by font and direction. */
const shapePart = (
  part: string,
  start: number,
  style: TypeStyle,
  { faces, levels }: { readonly faces: FaceShelf; readonly levels: Uint8Array | undefined },
): readonly SetPiece[] => {
  const pieces: SetPiece[] = [];
  let run = '';
  let face: TypeFace | undefined;
  let level = 0;
  const flush = (): void => {
    if (run !== '' && face) pieces.push(pieceOf(run, face, style, { level, faces }));
    run = '';
  };
  let at = start;
  for (const letter of part) {
    const letterLevel = levels?.[at] ?? 0;
    at += letter.length;
    // A mark goes with its letter.
    const isMark = run !== '' && /\p{M}|[\u200c\u200d]/u.test(letter);
    const found = isMark ? face : (faces.find(letter, style.font) ?? undefined);
    if (!found) continue;
    if (found !== face || letterLevel !== level) flush();
    face = found;
    level = letterLevel;
    run += letter;
  }
  flush();
  return pieces;
};

const pieceOf = (
  text: string,
  face: TypeFace,
  style: TypeStyle,
  { level, faces }: { readonly level: number; readonly faces: FaceShelf },
): SetPiece => {
  // Letters of other scripts have widths of their own.
  const isAlike = /[A-Za-z\u00c0-\u024f\u0370-\u052f]/.test(text);
  const stretch = style.stretch * (isAlike ? faces.fit(style.font, face) : 1);
  const isRightToLeft = level % 2 === 1;
  const glyphs = face.shape(
    isRightToLeft && face.id.startsWith('original') ? mirrored(text) : text,
    isRightToLeft,
  );
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  return {
    style,
    face,
    glyphs,
    kept: undefined,
    stretch,
    level,
    isSpace: false,
    width: (width / 1000) * style.size * stretch,
  };
};

/** Letters of fonts that are not shaped are turned round by hand. */
const mirrored = (text: string): string =>
  [...text]
    .reverse()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join('');
