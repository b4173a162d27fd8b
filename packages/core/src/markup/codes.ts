import type { TextRange } from '../ranges.js';
import { OBJECT_CHARACTER } from '../sentinels.js';
import type { MarkupPiece } from './classify.js';
import type { DocumentPiece, InlineCode, MarkupDocument, TextWithCodes } from './document.js';
import { findRuns } from './run.js';

/** A code, and its range in the document. */
interface CodePlace extends TextRange {
  readonly code: InlineCode;
}

const PIECE_KINDS = {
  open: 'open',
  close: 'close',
  point: 'point',
  break: 'boundary',
  kept: 'object',
} as const;

/**
 * Makes a document of a text with codes. Nothing in its text is markup or a character reference.
 * Codes are found by their offsets only, so the text may have any characters.
 */
export const readCodes = ({ text, codes }: TextWithCodes): MarkupDocument => {
  const parts: string[] = [];
  const places: CodePlace[] = [];
  const pieces: MarkupPiece[] = [];
  const plain = { isUntranslated: false, isPreformatted: false };
  let read = 0;
  let length = 0;
  const add = (part: string): TextRange => {
    parts.push(part);
    length += part.length;
    return { start: length - part.length, end: length };
  };
  const addText = (end: number): void => {
    if (end <= read) return;
    pieces.push({ kind: 'text', name: '', ...add(text.slice(read, end)), ...plain });
    read = end;
  };
  for (const code of codes) {
    addText(code.at);
    const covered = text.slice(read, code.at + code.length);
    // The character has no meaning there: codes are found by their places.
    const range = add(covered === '' ? OBJECT_CHARACTER : covered);
    read += covered.length;
    places.push({ code, ...range });
    // One that covers nothing stands for no word.
    const kind = code.kind === 'kept' && covered === '' ? 'point' : PIECE_KINDS[code.kind];
    pieces.push({ kind, name: `${code.id}`, ...range, ...plain });
  }
  addText(text.length);
  const source = parts.join('');
  return {
    source,
    syntax: 'codes',
    runs: findRuns(source, pieces, 'codes'),
    write: (written) => writeCodes(source, places, written),
  };
};

/** Puts the pieces of a translated document together: new text, and ranges of the old one. */
const writeCodes = (
  source: string,
  places: readonly CodePlace[],
  pieces: readonly DocumentPiece[],
): TextWithCodes => {
  const parts: string[] = [];
  const codes: InlineCode[] = [];
  let length = 0;
  const write = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      write(piece);
      continue;
    }
    let { start } = piece;
    for (let next = firstFrom(places, start); ; next++) {
      const place = places[next];
      if (!place || place.end > piece.end) break;
      write(source.slice(start, place.start));
      codes.push({ ...place.code, at: length });
      if (place.code.length > 0) write(source.slice(place.start, place.end));
      start = place.end;
    }
    write(source.slice(start, piece.end));
  }
  return { text: parts.join(''), codes };
};

/** Index of the first place at or after an offset. */
const firstFrom = (places: readonly CodePlace[], offset: number): number => {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as CodePlace).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
};
