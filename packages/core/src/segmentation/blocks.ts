import { isSpace } from '../characters.js';
import { isLineBreak } from './characters.js';
import { rangeAround, type SplitMode, type TextRange } from './segmentation.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const PARAGRAPH_SEPARATOR = 0x2029;

/** Whether white space holds a blank line or a paragraph separator. */
const endsParagraph = (text: string, start: number, end: number): boolean => {
  let breaks = 0;
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code === PARAGRAPH_SEPARATOR) return true;
    const isSecondHalf = code === LINE_FEED && text.charCodeAt(index - 1) === CARRIAGE_RETURN;
    if (isLineBreak(code) && !isSecondHalf) breaks++;
  }
  return breaks > 1;
};

/**
 * The parts of a text no sentence crosses: lines, paragraphs or the whole text, by mode. Line
 * breaks lie between them; other white space at their edges is left in.
 */
export const findBlocks = (
  text: string,
  mode: SplitMode,
  unbreakable: readonly TextRange[],
): readonly TextRange[] => {
  if (mode === 'none') return [{ start: 0, end: text.length }];
  const blocks: TextRange[] = [];
  let start = 0;
  let index = 0;
  while (index < text.length) {
    if (!isLineBreak(text.charCodeAt(index))) {
      index++;
      continue;
    }
    const breakStart = index;
    while (index < text.length && isSpace(text.charCodeAt(index))) index++;
    if (mode === 'sentences' && !endsParagraph(text, breakStart, index)) continue;
    if (rangeAround(unbreakable, breakStart)) continue;
    blocks.push({ start, end: breakStart });
    start = index;
  }
  blocks.push({ start, end: text.length });
  return blocks;
};

/** Blocks cut at signs that no sentence crosses, which are left out. Both are in order. */
export const splitAtSigns = (
  blocks: readonly TextRange[],
  signs: readonly number[],
): readonly TextRange[] => {
  if (signs.length === 0) return blocks;
  const parts: TextRange[] = [];
  let next = 0;
  for (const { start, end } of blocks) {
    let from = start;
    while ((signs[next] ?? end) < from) next++;
    for (let at = signs[next]; at !== undefined && at < end; at = signs[++next]) {
      parts.push({ start: from, end: at });
      from = at + 1;
    }
    parts.push({ start: from, end });
  }
  return parts;
};
