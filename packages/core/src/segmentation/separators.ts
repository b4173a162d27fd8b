import type { TextRange } from '../ranges.js';

/** A text without any of these has no separators: nearly all texts. */
const MAY_SEPARATE = /[\t\u2610-\u2612□◻]|[ \u00a0]{2}|__|\.{3}|\. \.|\[ \]|\{\{|\*\./u;

const PATTERN = String.raw`\*\.[\w*?-]{1,20}(?:[;, ]{1,2}\*\.[\w*?-]{1,20}){0,10}`;

/**
 * What stands between texts that have nothing to do with each other on a line:
 * - lines to write on, `Name: ______ Date: __/__/____`, and dots that lead to a number
 * - boxes to tick, `☐ Yes ☐ No`
 * - block tags of templates, `{{#if user}}Hello{{else}}Log in{{/if}}`
 * - patterns of files, as dialogs of Windows and Qt have them: `Text (*.txt)|*.txt|All files (*.*)|*.*`
 */
const SEPARATORS = new RegExp(
  [
    '__(?:[/.:-]_{2,4}){1,4}|_{3,}',
    String.raw`\.{5,}|\.(?: \.){3,}|(?<=:[ \t]?)\.{3,}`,
    String.raw`[\u2610-\u2612□◻]|(?<![^\s])\[ \](?![^\s])`,
    String.raw`\{\{~?[#^/][^{}\n]{0,200}\}\}|\{\{~?[ \t]{0,4}else\b[^{}\n]{0,200}\}\}`,
    String.raw`(?<![ \t])[ \t]{0,4}\(${PATTERN}\)(?:\|${PATTERN}(?:\||$)|;;|$)|\|${PATTERN}(?:\||$)`,
  ].join('|'),
  'gmu',
);

/** White space between the columns of a line. */
const SPACE = /(?<=\S)[ \t\u00a0]+(?=\S)/gu;
const FLOWS_ON = /[\p{Ll},](?= {2}$)/u;

/**
 * Two spaces within a sentence are a slip: what they stand between begins and ends in small letters.
 * Behind an option, as in `--help  show this`, they are none.
 */
const isSlip = (text: string, start: number, end: number): boolean => {
  if (text.slice(start, end) !== '  ' || !/\p{Ll}/u.test(text[end] ?? '')) return false;
  if (!FLOWS_ON.test(text.slice(start - 1, end))) return false;
  const word = /\S{1,40}$/.exec(text.slice(Math.max(0, start - 40), start))?.[0] ?? '';
  return !word.startsWith('-');
};

/**
 * What no sentence crosses within a line, in order: it stays as it is.
 *
 * @param hasColumns whether runs of white space mean anything, as they do not in HTML
 */
export const findSeparators = (text: string, hasColumns: boolean): readonly TextRange[] => {
  if (!MAY_SEPARATE.test(text)) return [];
  const found: TextRange[] = [];
  for (const { index, 0: separator } of text.matchAll(SEPARATORS)) {
    found.push({ start: index, end: index + separator.length });
  }
  if (!hasColumns) return found;
  for (const { index, 0: space } of text.matchAll(SPACE)) {
    const end = index + space.length;
    const isWide = space.length > 1 || space === '\t';
    if (isWide && !isSlip(text, index, end)) found.push({ start: index, end });
  }
  return found.sort((one, two) => one.start - two.start);
};
