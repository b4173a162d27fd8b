import { unescapeXml } from '../../../escape-xml.js';
import { largest } from '../../../many-values.js';
import type { Area, AreaMarker, KeptLetters } from '../layout/areas.js';
import type { PdfParagraph, TypeStyle } from '../layout/paragraphs.js';
import type { Hyphenate } from './hyphenate.js';
import { keptStyle, type SetPiece, type Span, type Word, wordsOf } from './shape-words.js';
import type { FaceShelf } from './type-faces.js';

/** A line as it is to be drawn, from left to right. */
interface SetLine {
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
  /** Its bullet or number, where it has moved; in the original's size. */
  readonly marker: SetLine | undefined;
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

/** Reads what was written for a paragraph. */
export const spansOf = (written: string, paragraph: PdfParagraph): readonly Span[] => {
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

/** A paragraph with its words as they are to be drawn. */
export interface PreparedParagraph {
  readonly paragraph: PdfParagraph;
  readonly words: readonly Word[];
  readonly isRightToLeft: boolean;
}

export const prepareParagraph = (
  paragraph: PdfParagraph,
  spans: readonly Span[],
  {
    faces,
    direction,
    hyphenate,
  }: {
    readonly faces: FaceShelf;
    readonly direction: 'ltr' | 'rtl' | undefined;
    readonly hyphenate: Hyphenate | undefined;
  },
): PreparedParagraph => {
  const isRightToLeft = direction ? direction === 'rtl' : paragraph.isRightToLeft;
  return { paragraph, words: wordsOf(spans, faces, { isRightToLeft, hyphenate }), isRightToLeft };
};

/**
 * Sets a paragraph in its places: in the room it had, then in what is free beside and below it,
 * then in smaller type.
 *
 * @param roomOf what is free around a place
 * @param mostScale of the type, which others of the page have
 * @returns the lines for each place, and whether the type got smaller than it should
 */
export const setParagraph = (
  { paragraph, words, isRightToLeft }: PreparedParagraph,
  roomOf: (area: Area) => Room,
  mostScale: number,
): {
  readonly areas: readonly SetArea[];
  readonly scale: number;
  readonly isCrowded: boolean;
} => {
  const frames = framesOf(paragraph, roomOf, isRightToLeft);
  const isJustified = frames.some(
    ({ alignment, area }) => alignment === 'justify' && area.lines.length > 1,
  );
  const attempts: Filling[] = [
    ...wholeLine(paragraph, mostScale),
    { scale: mostScale, isGrown: false, divides: false },
    { scale: mostScale, isGrown: true, divides: false },
    { scale: mostScale, isGrown: false, divides: true },
    { scale: mostScale, isGrown: true, divides: true },
    // Wide gaps in justified lines look worse than hyphens.
  ].filter(({ divides }) => divides || !isJustified);
  for (let scale = mostScale - SCALE_STEP; scale > LEAST_SCALE; scale -= SCALE_STEP) {
    if (!isJustified) attempts.push({ scale, isGrown: true, divides: false });
    attempts.push({ scale, isGrown: true, divides: true });
  }
  const result = (lines: readonly FilledLine[], filling: Filling) => ({
    areas: linesOf(lines, frames, { ...filling, isRightToLeft }),
    scale: filling.scale,
    isCrowded: filling.scale < MIN_SCALE - 0.001,
  });
  for (const filling of attempts) {
    const filled = fill(words, frames, filling);
    if (filled) return result(filled, filling);
  }
  const last = { scale: LEAST_SCALE, isGrown: true, divides: true };
  return result(fill(words, frames, last, true) ?? [], last);
};

/** A line that is a little too long gets smaller rather than a second line with its last word. */
const MIN_LINE_SCALE = 0.92;

const wholeLine = ({ areas }: PdfParagraph, mostScale: number): readonly Filling[] => {
  if (areas.length > 1 || areas[0]?.lines.length !== 1) return [];
  const attempts: Filling[] = [];
  for (let scale = mostScale; scale > MIN_LINE_SCALE - 0.001; scale -= SCALE_STEP) {
    attempts.push({ scale, isGrown: true, divides: false, isOneLine: true });
  }
  return attempts;
};

/** A place with the widths of its lines, before and after it has grown. */
interface Frame {
  readonly area: Area;
  readonly alignment: Area['alignment'];
  readonly own: Extent;
  readonly grown: Extent;
  /** A bullet or number that moves to the other side. */
  readonly marker: SetLine | undefined;
}

interface Extent {
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

const framesOf = (
  { areas, isRightToLeft: isReadRightToLeft }: PdfParagraph,
  roomOf: (area: Area) => Room,
  isRightToLeft: boolean,
): readonly Frame[] =>
  areas.map((area) => {
    const room = roomOf(area);
    const start = isReadRightToLeft ? 'right' : 'left';
    const isTurned = isRightToLeft !== isReadRightToLeft && area.angle === 0;
    return isTurned && (area.alignment === start || area.alignment === 'justify')
      ? turnedFrame(area, room, isRightToLeft)
      : frameOf(area, room, isRightToLeft);
  });

const heightOf = ({ lines }: Area): number => (lines[0]?.v ?? 0) - (lines.at(-1)?.v ?? 0);

const frameOf = (area: Area, room: Room, isRightToLeft: boolean): Frame => {
  const { lines, u, end, columnEnd, size, alignment } = area;
  const height = heightOf(area);
  const isSingle = lines.length === 1;
  // Rounding makes a word too long for the line that it filled.
  const slack = size * 0.05;
  const withSlack = (from: number, to: number, tall: number): Extent => ({
    left: alignment === 'right' || alignment === 'center' ? from - slack : from,
    right: alignment === 'right' ? to : to + slack,
    height: tall,
  });
  const isColumn = !isSingle && (alignment === 'left' || alignment === 'justify');
  const right = Math.max(
    end,
    isColumn && !isRightToLeft ? Math.min(columnEnd, Math.max(room.right, end)) : end,
  );
  const middle = (u + end) / 2;
  const half = Math.max((end - u) / 2, Math.min(middle - room.left, room.right - middle));
  const sides: Readonly<Record<Area['alignment'], readonly [number, number]>> = {
    left: [u, isColumn && area.isInColumn ? right : Math.max(right, room.right)],
    justify: [u, isSingle ? Math.max(right, room.right) : right],
    right: [Math.min(u, room.left), end],
    center: [middle - half, middle + half],
  };
  const mirrored = isRightToLeft && alignment === 'left' ? 'right' : alignment;
  const [left, grownRight] = sides[alignment];
  return {
    area,
    alignment: mirrored,
    own: withSlack(u, right, height),
    grown: withSlack(left, grownRight, height + room.below),
    marker: undefined,
  };
};

/** Text that is now read the other way begins at the other side of its column, with its bullet. */
const turnedFrame = (area: Area, room: Room, isRightToLeft: boolean): Frame => {
  const { lines, u, end, otherSide, alignment, marker } = area;
  const height = heightOf(area);
  const slack = area.size * 0.05;
  // A column of justified lines is as wide as they are; a line alone may go where there is room.
  const isColumn = lines.length > 1 && (alignment === 'justify' || otherSide === undefined);
  const edge = otherSide ?? (isRightToLeft ? room.right : room.left);
  let left = isRightToLeft || isColumn ? u : Math.min(u, Math.max(edge, room.left));
  let right = isRightToLeft && !isColumn ? Math.max(end, Math.min(edge, room.right)) : end;
  let markerAt: number | undefined;
  if (marker) {
    const hang = isRightToLeft ? u - marker.u : marker.end - end;
    const isBeside = hang > 0 && hang < (right - left) / 2;
    if (isBeside && isRightToLeft) {
      markerAt = right - marker.kept.width;
      right -= hang;
    } else if (isBeside) {
      markerAt = left;
      left += hang;
    }
  }
  const grownLeft = isRightToLeft && !isColumn ? Math.min(left, room.left) : left;
  const grownRight = isRightToLeft || isColumn ? right : Math.max(right, room.right);
  const from = alignment === 'justify' ? 'justify' : isRightToLeft ? 'right' : 'left';
  return {
    area,
    alignment: from,
    own: { left: left - slack, right: right + slack, height },
    grown: { left: grownLeft - slack, right: grownRight + slack, height: height + room.below },
    marker:
      marker && markerAt !== undefined ? markerLine(marker, markerAt, isRightToLeft) : undefined,
  };
};

const markerLine = (marker: AreaMarker, u: number, isRightToLeft: boolean): SetLine => {
  const kept = isRightToLeft ? pointFirst(marker.kept) : marker.kept;
  const style = keptStyle(kept);
  const { width } = kept;
  const piece: SetPiece = {
    style,
    face: undefined,
    glyphs: [],
    kept,
    stretch: 1,
    width,
    level: 0,
    isSpace: false,
  };
  return { u, end: u + width, v: marker.v, pieces: [piece], stretch: 0 };
};

/** The point behind a number is on its left in text from right to left. */
const pointFirst = (kept: KeptLetters): KeptLetters => {
  const last = kept.letters.at(-1);
  if (!last || kept.letters.length < 2 || last.code.text !== '.') return kept;
  const width = kept.width - last.u;
  const letters = kept.letters.map((letter) =>
    letter === last ? { ...letter, u: 0 } : { ...letter, u: letter.u + width },
  );
  return { ...kept, letters };
};

interface Filling {
  readonly scale: number;
  readonly isGrown: boolean;
  /** Whether words may be divided at the end of lines. */
  readonly divides: boolean;
  readonly isOneLine?: boolean;
}

/** In widths of the line: what may stay empty before a word is divided. */
const MAX_EMPTY = 0.08;

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
  { scale, isGrown, divides, isOneLine = false }: Filling,
  isForced = false,
): readonly FilledLine[] | undefined => {
  const lines: FilledLine[] = [];
  let frame = 0;
  let line = 0;
  let current: Word[] = [];
  let used = 0;
  const room = (): number => {
    const { area, own, grown } = frames[frame] as Frame;
    const extent = isGrown ? grown : own;
    return extent.right - extent.left - (line === 0 ? Math.max(0, area.indent) : 0) + 0.01;
  };
  const hasNext = (): boolean => {
    const { area, own, grown } = frames[frame] as Frame;
    const { height } = isGrown ? grown : own;
    if (isOneLine) return false;
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
  const spaceBefore = (word: Word): number =>
    current.length > 0 ? (word.space?.width ?? 0) * scale : 0;
  const put = (word: Word): void => {
    used += spaceBefore(word) + word.width * scale;
    current.push(word);
  };
  /** Puts the start of a word at the end of a line. @returns its rest */
  const divided = (word: Word): Word | undefined => {
    if (!divides || !hasNext()) return undefined;
    const empty = room() - used;
    const isWorthIt = empty > room() * MAX_EMPTY || word.width * scale > room();
    const parts = isWorthIt ? word.divide?.((empty - spaceBefore(word)) / scale) : undefined;
    if (parts) put(parts[0]);
    return parts?.[1];
  };
  for (const each of words) {
    let word = each;
    while (used + spaceBefore(word) + word.width * scale > room()) {
      const rest = divided(word);
      if (!rest && current.length === 0) {
        if (!isForced) return undefined;
        break;
      }
      if (!end(false)) return undefined;
      word = rest ?? word;
    }
    put(word);
  }
  end(true);
  return lines;
};

const leadingOf = ({ leading }: Area, scale: number): number => leading * scale;

const linesOf = (
  filled: readonly FilledLine[],
  frames: readonly Frame[],
  { scale, isGrown, isRightToLeft }: Omit<Filling, 'divides'> & { readonly isRightToLeft: boolean },
): readonly SetArea[] =>
  frames.map(({ area, alignment, own, grown, marker }, index) => {
    const extent = isGrown ? grown : own;
    const inFrame = filled.filter(({ frame }) => frame === index);
    const top = area.lines[0]?.v ?? 0;
    const lines = inFrame.map(({ words, line, isLast }): SetLine => {
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
      const keepsLine =
        original !== undefined && (scale === 1 || inFrame.length <= area.lines.length);
      return {
        u: start,
        end: start + width,
        v: keepsLine ? original.v : baseLine({ area, top, line, scale, lines: inFrame.length }),
        pieces: toVisualOrder(pieces, isRightToLeft),
        stretch,
      };
    });
    return { area, scale, lines, marker };
  });

const baseLine = ({
  area,
  top,
  line,
  scale,
  lines,
}: {
  readonly area: Area;
  readonly top: number;
  readonly line: number;
  readonly scale: number;
  readonly lines: number;
}): number => {
  const last = area.lines.length - 1;
  const from = area.lines[last]?.v ?? top;
  if (scale === 1 && line > last) return from - (line - last) * area.leading;
  // Smaller type fills the height that was there, unless it needs more.
  const spread = lines > 1 ? Math.min(area.leading, (top - from) / (lines - 1)) : 0;
  return top - line * Math.max(leadingOf(area, scale), spread);
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
  const most = Math.max(0, largest(pieces.map(({ level }) => level)));
  const least = isRightToLeft ? 1 : 0;
  if (most === 0) return pieces;
  const order = [...pieces];
  for (let level = most; level >= Math.max(1, least); level--) {
    for (let from = 0; from < order.length; from++) {
      if ((order[from] as SetPiece).level < level) continue;
      let to = from;
      while (to + 1 < order.length && (order[to + 1] as SetPiece).level >= level) to++;
      const turned = order.slice(from, to + 1).reverse();
      for (const [index, piece] of turned.entries()) order[from + index] = piece;
      from = to;
    }
  }
  return order;
};
