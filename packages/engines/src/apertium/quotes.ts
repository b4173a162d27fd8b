import { findQuotations, type Quotation } from '@dragoman/core';
import { type CarriedPiece, PLACEHOLDERS, placeholder, placeholderIndex } from './carry-spans.js';

/** A template whose single quotes are pieces, too; they come after all others. */
export interface QuotedTemplate {
  readonly template: string;
  readonly pieces: readonly CarriedPiece[];
}

/**
 * Makes pieces of the single quotes around words. Engines for languages that elide read a quote as
 * an apostrophe: `'Save'` as the clitic `'s` and a word `ave`. A pair travels like a pair of tags, so
 * that it follows its words; one across tags or without an end travels as formatting.
 */
export const carryQuotes = (template: string, pieces: readonly CarriedPiece[]): QuotedTemplate => {
  if (!/['‘‚]/.test(template)) return { template, pieces };
  const carried: { readonly at: number; readonly piece: CarriedPiece }[] = [];
  const carry = (at: number, kind?: 'open' | 'close', pair = 0): void => {
    const span = kind && { start: at, end: at + 1, kind, pair };
    const piece = { text: template.charAt(at), kind: 'blank', spans: [], span } as const;
    carried.push({ at, piece });
  };
  let pairs = 0;
  for (const quotation of findQuotations(template)) {
    const { open, close, isSingle } = quotation;
    if (!isSingle) continue;
    if (close !== undefined && crossesNoTag(template, quotation, pieces)) {
      // Below the numbers of tags.
      const pair = -1 - pairs++;
      carry(open, 'open', pair);
      carry(close, 'close', pair);
    } else {
      carry(open);
      if (close !== undefined) carry(close);
    }
  }
  const all = [...pieces];
  let written = '';
  let from = 0;
  for (const { at, piece } of carried.sort((one, two) => one.at - two.at)) {
    written += template.slice(from, at) + placeholder(all.push(piece) - 1);
    from = at + 1;
  }
  return { template: written + template.slice(from), pieces: all };
};

/** The template with its quotes in their places again. @param own how many pieces are no quotes */
export const putQuotesBack = (
  template: string,
  pieces: readonly CarriedPiece[],
  own: number,
): string =>
  pieces.length === own
    ? template
    : template.replace(PLACEHOLDERS, (match) => {
        const index = placeholderIndex(match);
        return index < own ? match : (pieces[index]?.text ?? match);
      });

/** Whether every tag between two quotes has its other half there, too. */
const crossesNoTag = (
  template: string,
  { open, close }: Quotation,
  pieces: readonly CarriedPiece[],
): boolean => {
  const inside = new Set<number | undefined>();
  for (const sign of template.slice(open, close).match(PLACEHOLDERS) ?? []) {
    const { kind, pair } = pieces[placeholderIndex(sign)]?.span ?? {};
    if (kind === 'open') inside.add(pair);
    else if (kind === 'close' && !inside.delete(pair)) return false;
  }
  return inside.size === 0;
};
