import type { MarkupPiece } from './pieces.js';

const MAX_PIECES = 8;
const HAS_WORD = /[\p{L}{]/u;

/**
 * Makes one point of a raised number or sign: `word<sup>1</sup>`, `<sup><a href="#n">[2]</a></sup>`.
 * Read as part of the word before it, the word would be unknown to any engine.
 */
export const foldFootnoteMarks = (
  source: string,
  pieces: readonly MarkupPiece[],
): readonly MarkupPiece[] => {
  if (!pieces.some(beginsMark)) return pieces;
  const folded: MarkupPiece[] = [];
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] as MarkupPiece;
    const last = beginsMark(piece) ? closeOf(source, pieces, index) : 0;
    if (last > index) {
      folded.push({ ...piece, kind: 'point', end: (pieces[last] as MarkupPiece).end });
      index = last;
    } else {
      folded.push(piece);
    }
  }
  return folded;
};

const beginsMark = ({ kind, name }: MarkupPiece): boolean => kind === 'open' && name === 'sup';

/** The piece that closes a mark without letters; 0 where it is none. */
const closeOf = (source: string, pieces: readonly MarkupPiece[], open: number): number => {
  const limit = Math.min(pieces.length, open + MAX_PIECES);
  for (let index = open + 1; index < limit; index++) {
    const { kind, name, start, end } = pieces[index] as MarkupPiece;
    if (kind === 'close' && name === 'sup') return index;
    if (kind === 'boundary' || kind === 'object') return 0;
    if (kind === 'text' && HAS_WORD.test(source.slice(start, end))) return 0;
  }
  return 0;
};
