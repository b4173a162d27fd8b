import { largest, smallest } from '../../../many-values.js';
import type { Shape } from '../text/interpret-content.js';
import type { FontCode } from '../text/page-fonts.js';
import type { Alignment, Block } from './page-blocks.js';
import type { Letter, LetterStyle } from './page-letters.js';

/** Letters that are drawn again as they were: a formula in a line, or the number of a footnote. */
export interface KeptLetters {
  readonly width: number;
  readonly letters: readonly {
    readonly style: LetterStyle;
    readonly code: FontCode;
    readonly u: number;
    readonly v: number;
  }[];
  readonly link: number | undefined;
}

/** Some letters of one operator, from the first to the last, both included. */
export interface LetterRange {
  readonly operator: number;
  readonly from: number;
  to: number;
}

/** Where a paragraph, or a part of it, stands. */
export interface Area {
  /** Index of the page or form. */
  readonly container: number;
  readonly angle: number;
  readonly u: number;
  readonly end: number;
  readonly columnEnd: number;
  /** Whether many lines end there, so that a longer one would stand out. */
  readonly isInColumn: boolean;
  /** Where text of the other direction begins in its column; undefined if it stands alone. */
  readonly otherSide: number | undefined;
  /** What stands before it as a point of a list. */
  readonly marker: AreaMarker | undefined;
  readonly clip: Shape | undefined;
  readonly size: number;
  readonly leading: number;
  readonly alignment: Alignment;
  readonly indent: number;
  readonly lines: readonly { readonly u: number; readonly end: number; readonly v: number }[];
  /** What of the content is text of it. */
  readonly ranges: readonly LetterRange[];
  readonly leader: readonly {
    readonly u: number;
    readonly end: number;
    readonly range: LetterRange;
  }[];
}

/** The bullet or number of a point, which stays unless the text runs the other way. */
export interface AreaMarker {
  readonly u: number;
  readonly end: number;
  readonly v: number;
  readonly kept: KeptLetters;
  readonly ranges: readonly LetterRange[];
}

/** Letters as they are drawn again, from the begin of the first. */
export const keptOf = ({
  letters,
  base,
  link,
}: {
  letters: Letter[];
  base: number;
  link: number | undefined;
}): KeptLetters => {
  const start = smallest(letters.map(({ u }) => u));
  const end = largest(letters.map((letter) => letter.end));
  return {
    width: end - start,
    letters: letters.map((letter) => ({
      style: letter.style,
      code: letter.code,
      u: letter.u - start,
      v: letter.v - base,
    })),
    link,
  };
};

/** The place of a block. */
export const areaOf = (block: Block, container: number): Area => {
  const { angle, u, end, columnEnd, isInColumn, otherSide, clip, size, leading } = block;
  const { alignment, indent, lines } = block;
  const last = lines.at(-1);
  return {
    container,
    angle,
    u,
    end,
    columnEnd,
    isInColumn,
    otherSide,
    marker: markerOf(block.markerLetters),
    clip,
    size,
    leading,
    alignment,
    indent,
    lines: lines.map((line) => ({ u: line.u, end: line.end, v: line.v })),
    ranges: rangesOf(lines.flatMap(({ letters, doubles }) => [letters, doubles])),
    leader: (last?.leader ?? []).map(({ u: from, end: to, operator, glyph }) => ({
      u: from,
      end: to,
      range: { operator, from: glyph, to: glyph },
    })),
  };
};

const markerOf = (letters: readonly Letter[]): AreaMarker | undefined => {
  const seen = letters.filter(({ text }) => text !== ' ');
  const [first] = seen;
  if (!first) return undefined;
  const kept = keptOf({ letters: [...seen], base: first.v, link: undefined });
  const u = smallest(seen.map((letter) => letter.u));
  return { u, end: u + kept.width, v: first.v, kept, ranges: rangesOf([seen]) };
};

const rangesOf = (groups: readonly (readonly Letter[])[]): readonly LetterRange[] => {
  const ranges: LetterRange[] = [];
  for (const group of groups) {
    let last: LetterRange | undefined;
    for (const { operator, glyph } of group) {
      if (last?.operator === operator && glyph >= last.to) last.to = glyph;
      else {
        last = { operator, from: glyph, to: glyph };
        ranges.push(last);
      }
    }
  }
  return ranges;
};
