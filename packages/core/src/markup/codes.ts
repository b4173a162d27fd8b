import type { TextRange } from '../ranges.js';
import { OBJECT_CHARACTER } from '../sentinels.js';
import type { MarkupItem } from './classify.js';
import type { InlineCode, MarkedText, OutputPart, TextWithCodes } from './marked-text.js';
import { findParagraphs } from './paragraph.js';

/** A code, and its range in the marked text. */
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
 * Makes a marked text of a text with codes. Nothing in its text is markup or a character reference.
 * Codes are found by their offsets only, so the text may have any characters.
 */
export const readCodes = ({ text, codes }: TextWithCodes): MarkedText => {
  const parts: string[] = [];
  const places: CodePlace[] = [];
  const items: MarkupItem[] = [];
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
    items.push({ kind: 'text', name: '', ...add(text.slice(read, end)), ...plain });
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
    items.push({ kind, name: `${code.id}`, ...range, ...plain });
  }
  addText(text.length);
  const source = parts.join('');
  return {
    source,
    syntax: 'codes',
    paragraphs: findParagraphs(source, items, 'codes'),
    write: (written) => writeCodes(source, places, written),
  };
};

/** Puts the parts of a translated text together: new text, and ranges of the old one. */
const writeCodes = (
  source: string,
  places: readonly CodePlace[],
  output: readonly OutputPart[],
): TextWithCodes => {
  const parts: string[] = [];
  const codes: InlineCode[] = [];
  let length = 0;
  const write = (written: string): void => {
    parts.push(written);
    length += written.length;
  };
  for (const part of output) {
    if (typeof part === 'string') {
      write(part);
      continue;
    }
    let { start } = part;
    for (let next = firstFrom(places, start); ; next++) {
      const place = places[next];
      if (!place || place.end > part.end) break;
      write(source.slice(start, place.start));
      codes.push({ ...place.code, at: length });
      if (place.code.length > 0) write(source.slice(place.start, place.end));
      start = place.end;
    }
    write(source.slice(start, part.end));
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
