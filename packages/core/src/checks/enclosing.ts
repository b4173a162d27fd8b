import type { TextRange } from '../segmentation/segmentation.js';
import { findQuotations } from './quotations.js';

/** Brackets by what they are, in the scripts of all languages. */
const SAME_BRACKET: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '［': '[',
  '］': ']',
  '｛': '{',
  '｝': '}',
  '【': '[',
  '】': ']',
  '〔': '[',
  '〕': ']',
};
const BRACKETS = /[()[\]{}（）［］｛｝【】〔〕]/g;
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const ANY_SIGN = /[()[\]{}（）［］｛｝【】〔〕"“”„«»「」『』'‘]/;
/** Everything that may be half of a quotation in a translation; or a dash, before speech. */
const QUOTES =
  /["“”„«»「」『』《》‹›‘‚‟〝〞]|(?<!\p{L})['’]|['’](?!\p{L})|(?<![^\s.,!?…])[—–-](?=[\s\p{L}¿¡])/gu;

const bracketsOf = (text: string): readonly string[] =>
  (text.match(BRACKETS) ?? []).map((sign) => SAME_BRACKET[sign] ?? sign);

/** Whether every bracket of a source is in its translation, in whatever script. */
export const keepsBrackets = (source: string, translated: string): boolean => {
  const wanted = bracketsOf(source).toSorted();
  if (wanted.length === 0) return true;
  const found = bracketsOf(translated).toSorted();
  let next = 0;
  return wanted.every((sign) => {
    while (next < found.length && (found[next] ?? '') < sign) next++;
    return found[next++] === sign;
  });
};

/** Whether a translation has as many quotation marks as the quotations of its source need. */
export const keepsQuotes = (source: string, translated: string): boolean => {
  if (!ANY_SIGN.test(source)) return true;
  const wanted = findQuotations(source).filter(({ close }) => close !== undefined).length;
  return wanted === 0 || (translated.match(QUOTES)?.length ?? 0) >= 2 * wanted;
};

/** The pairs of brackets and quotation marks of a text, by the places of their two signs. */
export const enclosuresOf = (text: string): readonly (readonly [TextRange, TextRange])[] => {
  if (!ANY_SIGN.test(text)) return [];
  const pairs: [number, number][] = [];
  const open: { readonly sign: string; readonly at: number }[] = [];
  for (const { 0: character, index: at } of text.matchAll(BRACKETS)) {
    const sign = SAME_BRACKET[character] ?? character;
    const opening = OPENING[sign];
    if (opening === undefined) open.push({ sign, at });
    else if (open.at(-1)?.sign === opening) pairs.push([open.pop()?.at ?? 0, at]);
  }
  for (const { open: from, close } of findQuotations(text)) {
    if (close !== undefined) pairs.push([from, close]);
  }
  return pairs.map(([from, to]) => [
    { start: from, end: from + 1 },
    { start: to, end: to + 1 },
  ]);
};
