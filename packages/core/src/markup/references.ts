import { decodeHTML, decodeXML } from 'entities';
import type { MarkupSyntax } from './syntax.js';

/**
 * What a reference such as `&amp;` stands for; `unknown` where it looks like one and is none that
 * can be read here.
 */
export type Decoded = { readonly text: string } | 'unknown';

/** Everything that may be a reference; a longer name than this is none. */
const REFERENCE = /&(?:#[0-9]{1,9}|#[xX][0-9a-fA-F]{1,8}|[\p{L}_][\p{L}\p{N}_.:-]{0,40});?/uy;
/** HTML's names end with the first character that is no letter or digit. */
const HTML_REFERENCE = /&(?:#[0-9]{1,9}|#[xX][0-9a-fA-F]{1,8}|[a-zA-Z][a-zA-Z0-9]{0,40});?/y;
/**
 * Names from HTML that XML vocabularies commonly declare alike: accented letters and punctuation.
 * Others may mean anything in a document type of its own.
 */
const COMMON_CHARACTER = /^[\u00a0-\u017f\u02c6\u02dc\u2002-\u2044\u20ac\u2122\u2190-\u2194]$/u;
/** Controls and halves of characters, which no engine and no XML document takes. */
const UNREADABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffd\ufffe\uffff]/u;

/**
 * Reads the reference at an ampersand.
 *
 * @returns where it ends and what it means; undefined where the ampersand is but a sign
 */
export const readReference = (
  source: string,
  index: number,
  syntax: MarkupSyntax,
): { readonly end: number; readonly decoded: Decoded } | undefined => {
  const pattern = syntax === 'html' ? HTML_REFERENCE : REFERENCE;
  pattern.lastIndex = index;
  const found = pattern.exec(source)?.[0];
  if (found === undefined || (syntax === 'xml' && !found.endsWith(';'))) return undefined;
  const text = syntax === 'html' ? decodeHTML(found) : decodeXmlReference(found);
  const end = index + found.length;
  if (text !== found) return { end, decoded: UNREADABLE.test(text) ? 'unknown' : { text } };
  return found.endsWith(';') ? { end, decoded: 'unknown' } : undefined;
};

const decodeXmlReference = (reference: string): string => {
  const text = decodeXML(reference);
  if (text !== reference) return text;
  const common = decodeHTML(reference);
  return COMMON_CHARACTER.test(common) ? common : reference;
};
