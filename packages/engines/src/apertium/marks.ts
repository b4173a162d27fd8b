// Marks live in supplementary private use area B, which no template has of its own.
const FIRST_MARK = 0x100000;
const END_MARK = String.fromCodePoint(0x10fffd);
const MARK_OR_END = /([\u{100000}-\u{10ffff}])/u;
// A bracket of the text's own is escaped, also where a blank follows it: `\[[[t:p:0]]word`.
const ESCAPED_OR_BOUND = /\\[\s\S]|\[\[([^\]]*)\]\]/g;

/** How many marks there are. */
export const MAX_MARKS = 0xfffd;

/** A stretch of a text, and the numbers of the marks that it bears. */
export interface MarkedStretch {
  readonly text: string;
  readonly numbers: readonly number[];
}

/** Binds marks to a word. @param numbers below {@link MAX_MARKS} */
export const writeMarks = (numbers: readonly number[], word: string): string =>
  numbers.map((number) => String.fromCodePoint(FIRST_MARK + number)).join('') + word + END_MARK;

/** Writes marks as word-bound blanks: https://wiki.apertium.org/wiki/Apertium_stream_format. */
export const encodeMarks = (message: string): string =>
  message.replaceAll(END_MARK, '[[/]]').replace(/[\u{100000}-\u{10fffc}]+/gu, (marks) => {
    const numbers = [...marks].map((mark) => `t:p:${(mark.codePointAt(0) ?? 0) - FIRST_MARK}`);
    return `[[${numbers.join('; ')}]]`;
  });

/** Reads word-bound blanks as marks again. */
export const decodeMarks = (message: string): string =>
  message.replace(ESCAPED_OR_BOUND, (found, blanks?: string) => {
    if (blanks === undefined) return found;
    if (blanks === '/') return END_MARK;
    return [...blanks.matchAll(/t:p:(\d+)/g)]
      .map((match) => String.fromCodePoint(FIRST_MARK + Number(match[1])))
      .join('');
  });

/** A text with marks cut where they begin and end. */
export const splitAtMarks = (marked: string): readonly MarkedStretch[] => {
  const stretches: MarkedStretch[] = [];
  let numbers: number[] = [];
  for (const part of marked.split(MARK_OR_END)) {
    if (!MARK_OR_END.test(part)) stretches.push({ text: part, numbers });
    else if (part === END_MARK) numbers = [];
    else numbers = [...numbers, (part.codePointAt(0) ?? 0) - FIRST_MARK];
  }
  return stretches.filter(({ text }) => text !== '');
};
