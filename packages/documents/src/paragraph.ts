import type { InlineCode } from '@dragoman/core';
import { withoutForbidden } from './escape-xml.js';
import type { Code, Inline, Paragraph } from './model.js';

type CodeInline = Exclude<Inline, { kind: 'text' }>;

/** Makes a paragraph of what a filter found. */
export const createParagraph = (core: readonly Inline[], codes: readonly Code[]): Paragraph => {
  if (core.every((inline) => inline.kind === 'text')) {
    return { text: core.map((inline) => inline.text).join(''), codes: [] };
  }
  const numbers = numberCodes(core);
  const found: InlineCode[] = [];
  let text = '';
  for (const inline of core) {
    if (inline.kind === 'text') {
      text += withoutForbidden(inline.text);
      continue;
    }
    const id = numbers.get(inline.code) ?? 0;
    const at = text.length;
    const code = codes[inline.code] as Code;
    if (code.kind === 'kept') text += withoutForbidden(code.shown ?? '');
    found.push({ kind: kindOf(inline, code), id, at, length: text.length - at });
  }
  return { text, codes: found };
};

const kindOf = (inline: CodeInline, code: Code): InlineCode['kind'] =>
  inline.kind === 'point' && code.kind !== 'pair' ? code.kind : inline.kind;

/** Codes are numbered from 1 in the order of their first appearance. */
const numberCodes = (core: readonly Inline[]): ReadonlyMap<number, number> => {
  const numbers = new Map<number, number>();
  for (const inline of core) {
    if (inline.kind === 'text' || numbers.has(inline.code)) continue;
    numbers.set(inline.code, numbers.size + 1);
  }
  return numbers;
};

/**
 * The text of a translated paragraph with the codes of its source.
 *
 * @returns undefined unless every code of the source is there once, and pairs are nested
 */
export const inlinesOf = (
  { text, codes: found }: Paragraph,
  core: readonly Inline[],
  codes: readonly Code[],
): readonly Inline[] | undefined => {
  const numbers = numberCodes(core);
  const expected = new Map<number, CodeInline>();
  for (const inline of core) {
    if (inline.kind === 'text' || inline.kind === 'close') continue;
    expected.set(numbers.get(inline.code) ?? 0, inline);
  }
  const inlines: Inline[] = [];
  const open: { readonly id: number; readonly code: number }[] = [];
  let position = 0;
  const addText = (end: number): void => {
    if (end > position) inlines.push({ kind: 'text', text: text.slice(position, end) });
  };
  for (const { kind, id, at, length } of found) {
    addText(at);
    // What is kept is what the source says, whatever has become of it.
    position = at + length;
    if (kind === 'close') {
      const opened = open.pop();
      if (opened?.id !== id) return undefined;
      inlines.push({ kind, code: opened.code });
      continue;
    }
    const inline = expected.get(id);
    if (!inline || kind !== kindOf(inline, codes[inline.code] as Code)) return undefined;
    expected.delete(id);
    if (kind === 'open') open.push({ id, code: inline.code });
    inlines.push(inline);
  }
  if (open.length > 0 || expected.size > 0) return undefined;
  addText(text.length);
  return inlines;
};

/** What is left of a translation whose codes are lost: its text first, then the codes, empty. */
export const fallBackToText = (
  { text, codes: found }: Paragraph,
  core: readonly Inline[],
  codes: readonly Code[],
): readonly Inline[] => {
  let rest = '';
  let position = 0;
  for (const { at, length } of found) {
    rest += text.slice(position, at);
    position = at + length;
  }
  const kept = core.filter((inline) => inline.kind !== 'text' && !codes[inline.code]?.isDroppable);
  return [{ kind: 'text', text: rest + text.slice(position) }, ...kept];
};

/** The same for paragraphs that have the same text and the same codes. */
export const keyOfParagraph = ({ text, codes }: Paragraph): string =>
  codes.length === 0 ? ` ${text}` : JSON.stringify([text, codes]);

/** Whether two paragraphs have the same text and the same codes. */
export const isSameParagraph = (one: Paragraph, other: Paragraph): boolean =>
  one === other || keyOfParagraph(one) === keyOfParagraph(other);

/** The text of a paragraph as one line: a space stands for each break. */
export const readableText = ({ text, codes }: Paragraph): string => {
  let readable = '';
  let position = 0;
  for (const { kind, at } of codes) {
    if (kind !== 'break') continue;
    readable += `${text.slice(position, at)} `;
    position = at;
  }
  return readable + text.slice(position);
};

/** Unicode code points of the text of paragraphs, without their codes: what a document is billed by. */
export const countCharacters = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((count, { text }) => count + text.length - pairsIn(text), 0);

/** Characters that take two UTF-16 code units. */
const pairsIn = (text: string): number =>
  text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0;
