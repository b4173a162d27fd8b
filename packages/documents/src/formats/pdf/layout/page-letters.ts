import type { DrawnForm, Shape, ShownText } from '../text/interpret-content.js';
import { type ContentPlace, interpretContent } from '../text/interpret-content.js';
import type { FontCode, PageFont } from '../text/page-fonts.js';

/** What letters look like that one operator has drawn. */
export interface LetterStyle {
  readonly font: PageFont;
  readonly fontName: string;
  /** Height of the type on the page. */
  readonly size: number;
  /** Its width compared with its height; 1 as a rule. */
  readonly stretch: number;
  readonly color: string;
  readonly mode: number;
  /** Outside of this rectangle of the page nothing is seen. */
  readonly clip: Shape | undefined;
}

/** A letter in the frame of its line: `u` runs along the text, `v` upwards. */
export interface Letter {
  readonly text: string;
  readonly u: number;
  readonly end: number;
  readonly v: number;
  readonly style: LetterStyle;
  /** The operator that has drawn it, and which of its letters it is. */
  readonly operator: number;
  readonly glyph: number;
  readonly code: FontCode;
  /** Drawn again as it is rather than translated: a sign of a formula, or unknown. */
  readonly isSign: boolean;
}

/** Letters that follow each other without a gap, in reading order of a script from left to right. */
export interface Piece {
  readonly letters: Letter[];
  /** Of the line, in degrees against the page. */
  readonly angle: number;
  readonly u: number;
  end: number;
  readonly v: number;
  readonly size: number;
  readonly operator: number;
  /** Whether a space was drawn before and behind it. */
  readonly hasSpaceBefore: boolean;
  /** Set with space between all of its letters. */
  readonly isLoose: boolean;
  hasSpaceAfter: boolean;
}

/** The content of a page or of a form on it, and what is known of it. */
interface PageContent {
  readonly pieces: readonly Piece[];
  readonly shapes: readonly Shape[];
  readonly forms: readonly DrawnForm[];
  /** Letters that were drawn, and those of them that nobody sees or that show nobody knows what. */
  readonly glyphs: number;
  readonly hidden: number;
  readonly unknown: number;
  /** Letters of vertical and mirrored text, which stays as it is. */
  readonly turned: number;
}

const MAX_SHAPES = 20_000;
const MAX_LETTERS = 200_000;
/** In sizes of the type: a gap that is a space, and one that ends a piece. */
const SPACE_GAP = 0.12;
/** A space that is drawn and leaves no more room than this is none. */
const TAKEN_BACK = 0.02;
const PIECE_GAP = 1;
const SPACES_GAP = 1.4;

/** Collects the letters and shapes of a content. */
export const readPageContent = (bytes: Uint8Array, place: ContentPlace): PageContent => {
  const pieces: Piece[] = [];
  const shapes: Shape[] = [];
  const forms: DrawnForm[] = [];
  const counts = { glyphs: 0, hidden: 0, unknown: 0, turned: 0 };
  interpretContent(bytes, place, {
    text(shown) {
      const { glyphs, state } = shown;
      counts.glyphs += glyphs.length;
      if (counts.glyphs > MAX_LETTERS) return;
      if (state.mode === 3 || state.mode === 7) {
        counts.hidden += glyphs.length;
        return;
      }
      if (isTurned(shown)) counts.turned += glyphs.length;
      else counts.unknown += addPieces(shown, pieces);
    },
    shape(shape) {
      const rule = dottedRule(shapes.at(-1), shape);
      if (rule) shapes[shapes.length - 1] = rule;
      else if (shapes.length < MAX_SHAPES) shapes.push(shape);
    },
    form(form) {
      if (forms.length < MAX_SHAPES) forms.push(form);
    },
  });
  return { pieces, shapes, forms, ...counts };
};

const DOT = 4;

/** A dotted or dashed rule is one shape, or a page would have thousands of them. */
const dottedRule = (last: Shape | undefined, dot: Shape): Shape | undefined => {
  if (!last || dot[2] - dot[0] > DOT || dot[3] - dot[1] > DOT) return undefined;
  const goesOn = (along: 0 | 1, across: 0 | 1): boolean =>
    Math.abs(dot[across] - last[across]) < 0.5 &&
    Math.abs((dot[across + 2] as number) - (last[across + 2] as number)) < 0.5 &&
    dot[along] >= last[along] &&
    dot[along] - (last[along + 2] as number) < DOT;
  if (!goesOn(0, 1) && !goesOn(1, 0)) return undefined;
  return [last[0], last[1], Math.max(last[2], dot[2]), Math.max(last[3], dot[3])];
};

/** Whether text runs downwards or is seen in a mirror. */
const isTurned = ({ state, direction }: ShownText): boolean =>
  state.font?.isVertical === true || direction[0] * direction[3] - direction[1] * direction[2] < 0;

/** How far upright type leans to the right when it stands in for italic type. */
const MIN_SLANT = 0.1;

const isSlanted = ([a, b, c, d]: ShownText['direction']): boolean =>
  a * c + b * d > MIN_SLANT * Math.hypot(a, b) * Math.hypot(c, d);

const SLANTED = new WeakMap<PageFont, PageFont>();

/** The italic face of a font, which the document does not have as such. */
const slanted = (font: PageFont): PageFont => {
  if (font.isItalic) return font;
  const known = SLANTED.get(font);
  if (known) return known;
  const made: PageFont = { ...font, isItalic: true, id: -SLANTED_IDS - Math.abs(font.id) };
  SLANTED.set(font, made);
  return made;
};

/** Ids below 0 belong to fonts that cannot be named; these are below all others. */
const SLANTED_IDS = 10_000_000;

/** @returns how many letters cannot be read */
const addPieces = (shown: ShownText, pieces: Piece[]): number => {
  const { state, direction, glyphs, index } = shown;
  const font = state.font && isSlanted(direction) ? slanted(state.font) : state.font;
  const size = Math.abs(state.fontSize) * Math.hypot(direction[2], direction[3]);
  const width = Math.abs(state.fontSize * state.stretch) * Math.hypot(direction[0], direction[1]);
  if (!font || !(size > 0.5) || !(width > 0)) return glyphs.length;
  const angle = Math.round((Math.atan2(direction[1], direction[0]) * 1800) / Math.PI) / 10;
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const style: LetterStyle = {
    font,
    fontName: state.fontName,
    size,
    stretch: width / size,
    color: state.color,
    mode: state.mode,
    clip: state.clip,
  };
  const isLoose = hasLooseLetters(shown, { size, cos, sin }, pieces.at(-1));
  let unknown = 0;
  let piece: Piece | undefined;
  let pending = 0;
  let pendingSpace:
    | { readonly glyph: number; readonly u: number; readonly end: number }
    | undefined;
  for (const [glyph, { code, x, y, advance, width: own }] of glyphs.entries()) {
    const u = x * cos + y * sin;
    const v = y * cos - x * sin;
    const text = code.text ?? '';
    if (code.text === undefined) unknown++;
    if (isBlank(text) && code.text !== undefined) {
      pending++;
      pendingSpace = { glyph, u, end: u + own };
      continue;
    }
    const letter: Letter = {
      text: shownText(text),
      u,
      end: u + own,
      v,
      style,
      operator: index,
      glyph,
      code,
      isSign: font.isSymbolic || code.text === undefined,
    };
    // Marks stand over and under letters, wherever that is.
    const isMark = piece !== undefined && MARK.test(text);
    const gap = piece && !isMark ? u - piece.end : 0;
    const isFar = gap > size * (pending > 0 ? SPACES_GAP : PIECE_GAP) || gap < -size * 0.5;
    if (!piece || isFar) {
      if (piece) piece.hasSpaceAfter = pending > 0;
      piece = {
        letters: [],
        angle,
        u,
        end: u,
        v,
        size,
        operator: index,
        hasSpaceBefore: pending > 0,
        isLoose,
        hasSpaceAfter: false,
      };
      pieces.push(piece);
    } else if ((pending > 0 && gap > size * TAKEN_BACK) || gap > size * SPACE_GAP) {
      const at = pendingSpace ?? { glyph, u: piece.end, end: u };
      piece.letters.push({
        ...letter,
        text: ' ',
        u: at.u,
        end: at.end,
        glyph: at.glyph,
        isSign: false,
      });
    }
    pending = 0;
    pendingSpace = undefined;
    piece.letters.push(letter);
    // Space between letters belongs to a letter, or spaced type would fall into single letters.
    const end = u + (isLoose ? Math.max(own, Math.min(advance, own + size * 0.5)) : own);
    piece.end = isMark ? Math.max(piece.end, end) : end;
  }
  if (piece) piece.hasSpaceAfter = pending > 0;
  return unknown;
};

/** Letters that are set apart without being words of their own. */
const LOOSE_GAP = 0.05;

/**
 * Whether an operator has space between all of its letters, as headings do. Some programs write the
 * spaces between words so, for the two or three letters that are around them.
 */
const hasLooseLetters = (
  { glyphs }: ShownText,
  { size, cos, sin }: { readonly size: number; readonly cos: number; readonly sin: number },
  before: Piece | undefined,
): boolean => {
  const places = glyphs.map(({ x, y, width }) => ({ u: x * cos + y * sin, width }));
  const gaps = places.slice(1).map(({ u }, index) => {
    const last = places[index] as (typeof places)[number];
    return u - last.u - last.width;
  });
  if (gaps.some((gap) => gap < size * LOOSE_GAP)) return false;
  const [first] = places;
  const isBehind =
    before !== undefined &&
    first !== undefined &&
    Math.abs(first.u - before.end) < size * SPACE_GAP;
  return !(isBehind && !before.isLoose && glyphs.length < 4 && before.letters.length > 1);
};

/** A mark of another letter, as the vowels of Arabic and Hebrew are. */
export const MARK = /^\p{M}+$/u;

const isBlank = (text: string): boolean => /^[\s\u00a0\u2000-\u200b\u3000\ufeff]*$/.test(text);

/** Ligatures and letters in the forms they have in words are what a writer types. */
const shownText = (text: string): string =>
  /[\ufb00-\ufdff\ufe70-\ufeff]/.test(text) ? text.normalize('NFKC') : text;
