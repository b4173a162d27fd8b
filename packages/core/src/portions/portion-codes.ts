import type { InlineCode, TextWithCodes } from '../markup/text-with-codes.js';
import type { TextRange } from '../segmentation/segmentation.js';

/** A text with codes, cut into portions that can be translated one by one with the same result. */
interface CodedPortions {
  readonly portions: readonly TextWithCodes[];
  /** Puts them together again. @param translated one for each portion */
  join(translated: readonly TextWithCodes[]): TextWithCodes;
}

/** A range of a text, with the range of its codes. */
interface CodedRange {
  readonly text: TextRange;
  readonly codes: TextRange;
}

/**
 * Cuts a long text with codes at breaks that no formatting goes over. What has none is one portion,
 * longer than the limit.
 *
 * @param maxCharacters in UTF-16 code units
 */
export const portionCodes = (source: TextWithCodes, maxCharacters: number): CodedPortions => {
  const { text, codes } = source;
  const packed: CodedRange[] = [];
  for (const line of text.length <= maxCharacters ? [wholeOf(source)] : linesOf(source)) {
    const last = packed.at(-1);
    if (last && line.text.end - last.text.start <= maxCharacters) {
      packed[packed.length - 1] = {
        text: { start: last.text.start, end: line.text.end },
        codes: { start: last.codes.start, end: line.codes.end },
      };
    } else packed.push(line);
  }
  return {
    portions: packed.map((range) => ({
      text: text.slice(range.text.start, range.text.end),
      codes: movedBy(-range.text.start, codes.slice(range.codes.start, range.codes.end)),
    })),
    join(translated) {
      const joined: InlineCode[] = [];
      let written = '';
      for (const [index, { codes: breaks }] of packed.entries()) {
        const portion = translated[index];
        if (portion) joined.push(...movedBy(written.length, portion.codes));
        written += portion?.text ?? '';
        const end = index < packed.length - 1 ? codes[breaks.end] : undefined;
        if (end) joined.push({ ...end, at: written.length });
      }
      return { text: written, codes: joined };
    },
  };
};

const movedBy = (distance: number, codes: readonly InlineCode[]): readonly InlineCode[] =>
  distance === 0 ? codes : codes.map((code) => ({ ...code, at: code.at + distance }));

const wholeOf = ({ text, codes }: TextWithCodes): CodedRange => ({
  text: { start: 0, end: text.length },
  codes: { start: 0, end: codes.length },
});

/** What is between the breaks outside of formatting. */
const linesOf = (source: TextWithCodes): readonly CodedRange[] => {
  const whole = wholeOf(source);
  const lines: CodedRange[] = [];
  let start = { text: 0, code: 0 };
  let depth = 0;
  for (const [index, { kind, at }] of source.codes.entries()) {
    if (kind === 'open') depth++;
    if (kind === 'close') depth--;
    if (kind !== 'break' || depth > 0) continue;
    lines.push({
      text: { start: start.text, end: at },
      codes: { start: start.code, end: index },
    });
    start = { text: at, code: index + 1 };
  }
  lines.push({
    text: { start: start.text, end: whole.text.end },
    codes: { start: start.code, end: whole.codes.end },
  });
  return lines;
};
