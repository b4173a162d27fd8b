import type { Code, Inline } from '../model.js';
import { escapeXml } from '../xml/escape-xml.js';

/** The text a translator gets, and how the numbers in it stand for codes. */
export interface SerializedUnit {
  readonly text: string;
  readonly hasMarkup: boolean;
}

/** Writes a paragraph as plain text, or as XML with numbered codes when it has any. */
export const serializeUnit = (core: readonly Inline[], codes: readonly Code[]): SerializedUnit => {
  if (core.every((inline) => inline.kind === 'text')) {
    return { text: core.map((inline) => inline.text).join(''), hasMarkup: false };
  }
  const numbers = numberCodes(core);
  const text = core.map((inline) => {
    if (inline.kind === 'text') return escapeXml(inline.text);
    const { tag, shown = '' } = codes[inline.code] as Code;
    const id = numbers.get(inline.code);
    if (inline.kind === 'open') return `<${tag} id="${id}">`;
    if (inline.kind === 'close') return `</${tag}>`;
    return tag === 'n' ? `<n id="${id}">${escapeXml(shown)}</n>` : `<${tag} id="${id}"/>`;
  });
  return { text: text.join(''), hasMarkup: true };
};

/** Codes are numbered from 1 in the order of their first appearance. */
export const numberCodes = (core: readonly Inline[]): ReadonlyMap<number, number> => {
  const numbers = new Map<number, number>();
  for (const inline of core) {
    if (inline.kind === 'text' || numbers.has(inline.code)) continue;
    numbers.set(inline.code, numbers.size + 1);
  }
  return numbers;
};
