import type { InlineCode } from '@dragoman/core';
import { escapeXml, unescapeXml } from '../escape-xml.js';
import type { DocumentFormat } from '../formats.js';
import type { Paragraph } from '../model.js';

/** A document of the conformance suite with what a reader has to find in it. */
export interface Sample {
  readonly name: string;
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** Texts of the paragraphs, in order. */
  readonly paragraphs: readonly string[];
  /** Pieces of the result when every word has got an `é` at its end. */
  readonly written?: readonly string[];
  readonly sourceLanguage?: string;
  readonly targetLanguage?: string;
}

/** Bytes of a text in UTF-8. */
export const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

// Paragraphs as tests write them: plain text, or with codes `a <g id="1">b</g> <n id="2">kept</n>`, in
// which `g` is a pair, `x` a point, `br` a break and `n` what is kept.

const NAMES = { open: 'g', close: 'g', point: 'x', break: 'br', kept: 'n' } as const;
const KINDS = { g: 'open', x: 'point', br: 'break', n: 'kept' } as const;

/** A paragraph as tests write it. */
export const notationOf = ({ text, codes }: Paragraph): string => {
  if (codes.length === 0) return text;
  let position = 0;
  const parts = codes.map(({ kind, id, at, length }) => {
    const before = escapeXml(text.slice(position, at));
    position = at + length;
    const name = NAMES[kind];
    if (kind === 'close') return `${before}</${name}>`;
    if (kind === 'open') return `${before}<${name} id="${id}">`;
    const shown = escapeXml(text.slice(at, position));
    return `${before}<${name} id="${id}"${kind === 'kept' ? `>${shown}</${name}>` : '/>'}`;
  });
  return parts.join('') + escapeXml(text.slice(position));
};

export const notationsOf = (paragraphs: readonly Paragraph[]): readonly string[] =>
  paragraphs.map(notationOf);

export const plainParagraph = (text: string): Paragraph => ({ text, codes: [] });

const CODE = /<n id="(\d+)">([^<]*)<\/n>|<(g|x|br) id="(\d+)"\/?>|<\/g>/g;

/** A paragraph with codes. Codes may be missing, and pairs need not be closed. */
export const codedParagraph = (notation: string): Paragraph => {
  const codes: InlineCode[] = [];
  const open: number[] = [];
  let text = '';
  let position = 0;
  for (const { 0: written, 1: keptId, 2: kept = '', 3: name, 4: id, index } of notation.matchAll(
    CODE,
  )) {
    text += unescapeXml(notation.slice(position, index));
    position = index + written.length;
    const at = text.length;
    text += unescapeXml(kept);
    const length = text.length - at;
    if (keptId) codes.push({ kind: 'kept', id: Number(keptId), at, length });
    else if (written === '</g>') codes.push({ kind: 'close', id: open.pop() ?? 0, at, length });
    else codes.push({ kind: KINDS[name as keyof typeof KINDS], id: Number(id), at, length });
    if (name === 'g') open.push(Number(id));
  }
  return { text: text + unescapeXml(notation.slice(position)), codes };
};

/** A translation of a paragraph: with codes if the paragraph has some. */
export const translationOf = (paragraph: Paragraph, notation: string): Paragraph =>
  paragraph.codes.length === 0 ? plainParagraph(notation) : codedParagraph(notation);

/** Translates paragraphs by a table of notations; those that are not in it stay. */
export const translateBy = (
  paragraphs: readonly Paragraph[],
  table: Readonly<Record<string, string>>,
): readonly Paragraph[] =>
  paragraphs.map((paragraph) => {
    const notation = notationOf(paragraph);
    return translationOf(paragraph, table[notation] ?? notation);
  });

/** Changes every word of a paragraph and keeps its codes where they are. */
export const pseudoTranslate = (
  paragraph: Paragraph,
  translate: (text: string) => string = (text) => text.replace(/\p{L}+/gu, (word) => `${word}é`),
): Paragraph => {
  const codes: InlineCode[] = [];
  let text = '';
  let position = 0;
  const translateTo = (end: number): void => {
    const part = paragraph.text.slice(position, end);
    if (part !== '') text += translate(part);
    position = end;
  };
  for (const code of paragraph.codes) {
    translateTo(code.at);
    codes.push({ ...code, at: text.length });
    position = code.at + code.length;
    text += paragraph.text.slice(code.at, position);
  }
  translateTo(paragraph.text.length);
  return { text, codes };
};
