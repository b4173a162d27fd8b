import type { PdfText } from './read-pdf-text.js';

/** A paragraph as it can be guessed from where its lines stand. */
export interface PdfParagraph {
  readonly text: string;
  /** Size of the type in points. */
  readonly height: number;
}

interface Line {
  text: string;
  readonly x: number;
  right: number;
  readonly y: number;
  height: number;
}

const BULLET = /^\s*(?:[•‣▪◦●○–—*-]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s/;

/** Puts the lines of a page together that belong together. */
export const pdfParagraphs = (texts: readonly PdfText[]): readonly PdfParagraph[] => {
  const lines = joinLines(texts).filter((line) => line.text.trim() !== '');
  const paragraphs: PdfParagraph[] = [];
  let current: Line[] = [];
  const end = (): void => {
    if (current.length > 0) paragraphs.push(joinParagraph(current));
    current = [];
  };
  for (const line of lines) {
    const previous = current.at(-1);
    if (previous && startsParagraph(line, previous, current)) end();
    current.push(line);
  }
  end();
  return paragraphs;
};

const joinLines = (texts: readonly PdfText[]): readonly Line[] => {
  const lines: Line[] = [];
  for (const { text, x, y, width, height } of texts) {
    const line = lines.at(-1);
    const size = Math.max(line?.height ?? 0, height, 4);
    const gap = line ? x - line.right : 0;
    if (!line || Math.abs(y - line.y) > size * 0.5 || gap < -size || gap > size * 4) {
      lines.push({ text, x, right: x + width, y, height });
      continue;
    }
    const isApart = gap > size * 0.15 && !/\s$/.test(line.text) && !/^\s/.test(text);
    line.text += isApart ? ` ${text}` : text;
    line.right = x + width;
    line.height = Math.max(line.height, height);
  }
  return lines;
};

const startsParagraph = (line: Line, previous: Line, paragraph: readonly Line[]): boolean => {
  const size = Math.max(line.height, previous.height, 4);
  const drop = previous.y - line.y;
  if (drop <= 0 || drop > size * 1.7) return true;
  if (Math.abs(line.height - previous.height) > size * 0.15) return true;
  if (BULLET.test(line.text)) return true;
  const right = Math.max(...paragraph.map((other) => other.right));
  const isShort = previous.right < right - (right - previous.x) * 0.25;
  const isIndented = paragraph.length > 1 && line.x > previous.x + size;
  return isIndented || (isShort && /[.!?:;”")]\s*$/.test(previous.text));
};

/** A word that was divided at the end of a line is one again. */
const joinParagraph = (lines: readonly Line[]): PdfParagraph => {
  let text = '';
  for (const line of lines) {
    const next = line.text.trim();
    if (/\p{Ll}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next)) text = text.slice(0, -1) + next;
    else text += text === '' ? next : ` ${next}`;
  }
  return {
    text: text.replace(/\s+/g, ' '),
    height: Math.max(...lines.map(({ height }) => height)),
  };
};
