import { endsUnspaced, startsUnspaced } from '../host/scripts.js';

/** A text on one line, and the breaks it had. */
export interface FlatText {
  readonly text: string;
  readonly breaks: readonly LineBreak[];
}

interface LineBreak {
  /** The white space as it was. */
  readonly original: string;
  /** Where in the flat text, from 0 (start) to 1 (end). */
  readonly place: number;
}

const BREAK = /\s*[\n\r\v\f\u0085\u2028\u2029]\s*/g;

/**
 * Replaces line breaks within a text by blanks, or by nothing in a script without blanks: a line's
 * end is a sentence's end to the engine, but not to who wrapped the text.
 */
export const flattenLines = (text: string): FlatText => {
  const places: { readonly original: string; readonly at: number }[] = [];
  let flat = '';
  let position = 0;
  for (const match of text.matchAll(BREAK)) {
    flat += text.slice(position, match.index);
    position = match.index + match[0].length;
    places.push({ original: match[0], at: flat.length });
    const isUnspaced = endsUnspaced(flat) && startsUnspaced(text.slice(position, position + 2));
    if (!isUnspaced) flat += ' ';
  }
  flat += text.slice(position);
  const breaks = places.map(({ original, at }) => ({ original, place: at / flat.length }));
  return { text: flat, breaks };
};

/**
 * Puts line breaks back, each in place of the blank nearest to where it was. A break for which no
 * blank is left is dropped.
 */
export const restoreLines = (translated: string, breaks: readonly LineBreak[]): string => {
  if (breaks.length === 0) return translated;
  const blanks = [...translated.matchAll(/ /g)].map(({ index }) => index);
  let result = '';
  let position = 0;
  for (const { original, place } of breaks) {
    const wanted = place * translated.length;
    const free = blanks.filter((at) => at >= position);
    const nearest = free.reduce<number | undefined>(
      (best, at) =>
        best === undefined || Math.abs(at - wanted) < Math.abs(best - wanted) ? at : best,
      undefined,
    );
    if (nearest === undefined) break;
    result += translated.slice(position, nearest) + original;
    position = nearest + 1;
  }
  return result + translated.slice(position);
};
