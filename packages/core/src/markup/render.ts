import type { Encoder } from './encode.js';
import { type FramePart, nestingOf, partsOfFrame } from './frame.js';
import type { MarkupUnit } from './markup-unit.js';
import { placePoints } from './place-points.js';
import { spaceWriter } from './spaces.js';

/** Whether a translation has the markup of its source: all of it, once, and nested alike. */
export const keepsMarkup = ({ unit, frame }: MarkupUnit, translated: string): boolean => {
  if (frame.tokens.size === 0) return true;
  const nesting = nestingOf(partsOfFrame(translated, frame), frame);
  return nesting !== undefined && nesting === nestingOf(partsOfFrame(unit.text, frame), frame);
};

/**
 * A translation with the markup of its source, its points moved where they have to be; undefined
 * when that does not help.
 */
export const mendMarkup = (markupUnit: MarkupUnit, translated: string): string | undefined => {
  if (keepsMarkup(markupUnit, translated)) return translated;
  const { unit, frame } = markupUnit;
  const mended = placePoints(unit.text, translated, frame);
  return keepsMarkup(markupUnit, mended) ? mended : undefined;
};

/**
 * Writes a translation as markup. One that equals its source is the source, byte for byte; so is
 * one that lost its markup.
 */
export const renderUnit = (
  source: string,
  markupUnit: MarkupUnit,
  translated: string,
  encode: Encoder,
): string => {
  const { unit, frame, spaces, region } = markupUnit;
  if (translated === unit.text || !keepsMarkup(markupUnit, translated)) {
    return source.slice(region.source.start, region.source.end);
  }
  const parts = partsOfFrame(translated, frame);
  const writeSpace = spaceWriter(countSpaces(parts), spaces);
  let index = 0;
  return parts
    .map((part) => {
      if (part.kind === 'token') return part.token.source;
      const [first = '', ...rest] = encode(part.text).split(' ');
      return first + rest.map((words) => writeSpace(index++) + words).join('');
    })
    .join('');
};

const countSpaces = (parts: readonly FramePart[]): number => {
  let count = 0;
  for (const part of parts) {
    if (part.kind === 'text') count += part.text.split(' ').length - 1;
  }
  return count;
};
