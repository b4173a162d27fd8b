import createBidi from 'bidi-js';
import { append } from '../../../many-values.js';
import { beginsUnspaced, endsUnspaced, RIGHT_TO_LEFT } from '../../../scripts.js';
import type { KeptLetters } from '../layout/areas.js';
import type { TypeStyle } from '../layout/paragraphs.js';
import type { Hyphenate } from './hyphenate.js';
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

const bidi = createBidi();

/** A word and the space before it. */
export interface Word {
  readonly pieces: readonly SetPiece[];
  readonly width: number;
  readonly space: SetPiece | undefined;
  /** Its start with a hyphen, no wider than this, and its rest; undefined where it stays whole. */
  readonly divide?: (maxWidth: number) => readonly [Word, Word] | undefined;
}

/** Stretches of text and signs of a written paragraph. */
export type Span =
  | { readonly text: string; readonly style: TypeStyle }
  | { readonly kept: KeptLetters };

const OBJECT = '\ufffc';
/** What does not begin a line in Chinese and Japanese, and what does not end one. */
const NO_START =
  /^[、。，．・：；？！）］｝」』】〉》〕’”…‥ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ〜～,.!?:;)\]}]/;
const NO_END = /[（［｛「『【〈《〔‘“([{]$/;
/** Words longer than this are divided behind their strokes and points. */
const LONG_WORD = 18;

/** Divides text where lines may end, and shapes what is between. */
export const wordsOf = (
  spans: readonly Span[],
  faces: FaceShelf,
  {
    isRightToLeft,
    hyphenate,
  }: { readonly isRightToLeft: boolean; readonly hyphenate: Hyphenate | undefined },
): readonly Word[] => {
  const whole = spans.map((span) => ('kept' in span ? OBJECT : span.text)).join('');
  const isMixed = isRightToLeft || RIGHT_TO_LEFT.test(whole);
  const levels = isMixed
    ? bidi.getEmbeddingLevels(whole, isRightToLeft ? 'rtl' : 'ltr').levels
    : undefined;
  const words: Word[] = [];
  let pieces: SetPiece[] = [];
  let space: SetPiece | undefined;
  let text = '';
  /** The text of the word, as long as it is all of one style. */
  let plain: Plain | undefined;
  const end = (): void => {
    if (pieces.length > 0) {
      const word: Word = { pieces, space, width: widthOf(pieces) };
      const isDividable = hyphenate && plain && !isMixed && plain.style.font.family !== 'mono';
      words.push(isDividable ? withDivisions(word, plain as Plain, { faces, hyphenate }) : word);
      space = undefined;
    }
    pieces = [];
    text = '';
    plain = undefined;
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
        (beginsUnspaced(part) ||
          endsUnspaced(text) ||
          /[-\u2010–—/]$/.test(text) ||
          text.length > LONG_WORD);
      if (canBreak) end();
      plain = pieces.length === 0 ? { text: part, style: span.style } : undefined;
      append(pieces, shapePart(part, at, span.style, { faces, levels }));
      text += part;
      at += part.length;
    }
  }
  end();
  return words;
};

interface Plain {
  readonly text: string;
  readonly style: TypeStyle;
}

const widthOf = (pieces: readonly SetPiece[]): number =>
  pieces.reduce((sum, { width }) => sum + width, 0);

/** A word that can be divided between its syllables, again and again. */
const withDivisions = (
  word: Word,
  { text, style }: Plain,
  { faces, hyphenate }: { readonly faces: FaceShelf; readonly hyphenate: Hyphenate },
): Word => {
  const piecesOf = (part: string): readonly SetPiece[] =>
    shapePart(part, 0, style, { faces, levels: undefined });
  return {
    ...word,
    divide(maxWidth) {
      const hyphen = piecesOf('-');
      // Not every font of a document has one.
      if (!hyphen.some(({ glyphs }) => glyphs.length > 0)) return undefined;
      for (const point of [...hyphenate(text)].reverse()) {
        const start = piecesOf(`${text.slice(0, point)}-`);
        const width = widthOf(start);
        if (width > maxWidth) continue;
        const rest = text.slice(point);
        const pieces = piecesOf(rest);
        return [
          { pieces: start, space: word.space, width },
          withDivisions(
            { pieces, space: undefined, width: widthOf(pieces) },
            { text: rest, style },
            { faces, hyphenate: (part) => pointsBehind(hyphenate(text), point, part) },
          ),
        ];
      }
      return undefined;
    },
  };
};

/** Where the rest of a divided word may be divided again. */
const pointsBehind = (points: readonly number[], start: number, rest: string): readonly number[] =>
  points.map((point) => point - start).filter((point) => point > 1 && point < rest.length);

/** Words, spaces and single letters of scripts without spaces. */
const partsOf = (text: string): readonly string[] =>
  text.match(
    /[ \t\r\n\u2003\u2002\u2009]+|[\u2e80-\u2fff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]|[^ \t\r\n\u2003\u2002\u2009\u2e80-\u2fff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]+?(?:[-\u2010–—](?=\p{L}{2})|(?<=[/.?&=_%][^ ]{0,3})(?=[^ ]{3})|(?=[ \t\r\n\u2003\u2002\u2009\u2e80-\u2fff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]|$))/gu,
  ) ?? [];

/** How letters that are drawn again begin. */
export const keptStyle = ({ letters, link }: KeptLetters): TypeStyle => {
  const style = (letters[0] as KeptLetters['letters'][number]).style;
  return { ...style, rise: 0, link };
};

const spaceOf = (style: TypeStyle, faces: FaceShelf, level: number): SetPiece => {
  const face = faces.find(' ', style.font) ?? faces.find('a', style.font);
  const stretch = style.stretch * (face ? faces.fit(style.font, face) : 1);
  const { width, code } = face?.space ?? { width: 250, code: undefined };
  const glyphs = code === undefined ? [] : [{ code, width, advance: width, x: 0, y: 0 }];
  return drawnPiece({ style, face, glyphs, stretch, level, isSpace: true }, width);
};

/** @param width of its glyphs, in thousandths of the type size */
const drawnPiece = (piece: Omit<SetPiece, 'kept' | 'width'>, width: number): SetPiece => ({
  ...piece,
  kept: undefined,
  width: (width / 1000) * piece.style.size * piece.stretch,
});

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
  return drawnPiece({ style, face, glyphs, stretch, level, isSpace: false }, width);
};

/** Letters of fonts that are not shaped are turned round by hand. */
const mirrored = (text: string): string =>
  [...text]
    .reverse()
    .map((letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .join('');
