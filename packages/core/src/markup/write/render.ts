import { type FramePart, nestingOf, partsOfFrame } from '../sentences/frame.js';
import type { MarkupUnit } from '../sentences/markup-unit.js';
import type { Encoder } from './encode.js';
import { placePoints } from './place-points.js';
import { spaceWriter } from './spaces.js';

const NO_SPACE_BEFORE = /^(?:[\s.,;:!?)\]…]|$)/;

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
 *
 * @param isAlone whether nothing else in the run changed: a bare `<` of the source is then safe,
 *   which in XML may look like a tag once the text after it has changed
 */
export const renderUnit = (
  source: string,
  markupUnit: MarkupUnit,
  translated: string,
  encode: Encoder,
  isAlone: boolean,
): string => {
  const { unit, frame, spaces, region } = markupUnit;
  const isSource = translated === unit.text || !keepsMarkup(markupUnit, translated);
  const parts = partsOfFrame(isSource ? unit.text : translated, frame);
  if (
    isSource &&
    (isAlone || !parts.some((part) => part.kind === 'text' && part.text.includes('<')))
  ) {
    return source.slice(region.source.start, region.source.end);
  }
  const writeSpace = spaceWriter(countSpaces(parts), spaces);
  let index = 0;
  const mayHaveSpace = (token: string, text: string): boolean =>
    !NO_SPACE_BEFORE.test(text.charAt(text.indexOf(token) + token.length));
  return parts
    .map((part) => {
      if (part.kind === 'token') {
        const { source: tag, space = '' } = part.token;
        const isMisplaced =
          space !== '' &&
          !mayHaveSpace(part.text, translated) &&
          mayHaveSpace(part.text, unit.text);
        return isMisplaced ? tag : tag + space;
      }
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
