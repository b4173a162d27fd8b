/** A line of a file. Places are in UTF-16 code units of the file. */
export interface TextLine {
  /** Where the line begins, and where its text ends, without its line end. */
  readonly start: number;
  readonly end: number;
  /** Without white space at its end. */
  readonly text: string;
  /** White space in front; a tab counts to the next multiple of eight. */
  readonly indent: number;
  readonly isBlank: boolean;
}

/** The lines of a stretch of a file. */
export const linesOf = (source: string, from = 0, to = source.length): readonly TextLine[] => {
  const lines: TextLine[] = [];
  const add = (start: number, end: number): void => {
    const text = source.slice(start, end).trimEnd();
    let indent = 0;
    for (const sign of text) {
      if (sign === '\t') indent += 8 - (indent % 8);
      else if (sign === ' ') indent++;
      else break;
    }
    lines.push({ start, end: start + text.length, text, indent, isBlank: text.trim() === '' });
  };
  let start = from;
  for (const { 0: lineEnd, index } of source.slice(from, to).matchAll(/\r\n|\n|\r/g)) {
    add(start, from + index);
    start = from + index + lineEnd.length;
  }
  if (start < to) add(start, to);
  return lines;
};

/** How wide a text is in type of one width, where signs of East Asia take two columns. */
export const columnsOf = (text: string): number => {
  let columns = 0;
  for (const sign of text) {
    if (!/\p{M}/u.test(sign)) columns += WIDE.test(sign) ? 2 : 1;
  }
  return columns;
};

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/**
 * Finds marks from the front to the back, each place looked at once however often it is asked:
 * a mark that nothing closes must not cost a search to the end for everything that opens.
 *
 * @param pattern with the flag `g`; many finders may share one
 */
export const markFinder = (source: string, pattern: RegExp) => {
  let last: number | undefined;
  let searchedFrom = 0;
  /** @returns where the first mark at or behind a place begins, or -1 */
  return (from: number): number => {
    if (last !== undefined && from >= searchedFrom && (last < 0 || last >= from)) return last;
    pattern.lastIndex = from;
    searchedFrom = from;
    last = pattern.exec(source)?.index ?? -1;
    return last;
  };
};

/** An address of mail, also one with letters of other scripts. */
export const MAIL = /[\p{L}\p{M}\p{N}_.+-]{1,64}@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+/uy;

/** Signs that no text has, where a mark begins and where it ends. */
export const OPENING = '\ufdd0';
export const CLOSING = '\ufdd1';
export const EDGES = /[\ufdd0\ufdd1]/g;
