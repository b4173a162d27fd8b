import type { TranslatedUnit } from '../engine/engine.js';
import { type CheckedText, type FramePart, writtenText } from './checked-text.js';
import type { Encoder } from './encode.js';
import { framePartsOf, nestingOf } from './frame.js';
import type { MarkupUnit } from './markup-unit.js';
import { placePoints } from './place-points.js';
import { spaceWriter } from './spaces.js';

const NO_SPACE_BEFORE = /^(?:[\s.,;:!?)\]…]|$)/;

/**
 * A translation that has the markup of its source: all of it, once, and nested alike. Its points are
 * moved where they have to be; undefined when that does not help.
 */
export const checkMarkup = (
  { frame, source }: MarkupUnit,
  translated: TranslatedUnit,
): CheckedText | undefined => {
  const parts = framePartsOf(translated, frame);
  if (frame.tokenCount === 0) return { parts };
  const nesting = nestingOf(source.parts, frame);
  const isSound = (candidate: readonly FramePart[]): boolean =>
    nesting !== undefined && nestingOf(candidate, frame) === nesting;
  if (isSound(parts)) return { parts };
  const repaired = placePoints(source.parts, parts);
  return isSound(repaired) ? { parts: repaired } : undefined;
};

/**
 * Writes a translation as markup. One that equals its source is the source, byte for byte.
 *
 * @param isAlone whether nothing else in the run changed: a bare `<` of the source is then safe,
 *   which in XML may look like a tag once the text after it has changed
 */
export const renderUnit = (
  source: string,
  markupUnit: MarkupUnit,
  translated: CheckedText,
  encode: Encoder,
  isAlone: boolean,
): string => {
  const { unit, spaces, region } = markupUnit;
  const { parts } = translated;
  const isUnchanged = writtenText(translated) === unit.text;
  if (
    isUnchanged &&
    (isAlone || !parts.some((part) => part.kind === 'text' && part.text.includes('<')))
  ) {
    return source.slice(region.source.start, region.source.end);
  }
  const writeSpace = spaceWriter(countSpaces(parts), spaces);
  const sourceTokens = new Map(
    markupUnit.source.parts.map((part, at) => [part.text, mayHaveSpace(markupUnit.source, at)]),
  );
  let index = 0;
  return parts
    .map((part, at) => {
      if (part.kind === 'token') {
        const { source: tag, space = '' } = part.token;
        const isMisplaced =
          space !== '' && !mayHaveSpace(translated, at) && sourceTokens.get(part.text) === true;
        return isMisplaced ? tag : tag + space;
      }
      const [first = '', ...rest] = encode(part.text).split(' ');
      return first + rest.map((words) => writeSpace(index++) + words).join('');
    })
    .join('');
};

/** Whether what follows a part may have a space before it. */
const mayHaveSpace = ({ parts }: CheckedText, at: number): boolean =>
  !NO_SPACE_BEFORE.test(parts[at + 1]?.text.charAt(0) ?? '');

const countSpaces = (parts: readonly FramePart[]): number => {
  let count = 0;
  for (const part of parts) {
    if (part.kind === 'text') count += part.text.split(' ').length - 1;
  }
  return count;
};
