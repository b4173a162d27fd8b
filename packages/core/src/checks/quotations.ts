import type { TextRange } from '../ranges.js';

/** A quotation by the places of its marks, each one UTF-16 code unit. */
export interface Quotation {
  readonly open: number;
  /** Undefined for a single quote before a word that nothing closes. */
  readonly close: number | undefined;
  /** Whether its marks may also be apostrophes: `'` and `’`. */
  readonly isSingle: boolean;
}

const MARKS = /["“”„«»「」『』'‘’‚]/g;
const SINGLE_OPEN = "'‘‚";
const SINGLE_CLOSES: Readonly<Record<string, string>> = { "'": "'", '‘': '’', '‚': '‘’' };
const HAS_WORD = /[\p{L}\p{Co}]/u;
const WORD_BEFORE = /[\p{L}\p{M}\p{N}]$/u;
const WORD_AFTER = /^[\p{L}\p{M}\p{N}]/u;
const DIGIT_BEFORE = /\p{N}$/u;
// Short forms that begin with an apostrophe: `'tis`, `the '90s`, a clitic set off by a space.
const SHORT_FORM = /^(?:tis|twas|em|til|till|cause|bout|n|s|t|d|m|ll|re|ve|\d\ds)(?![\p{L}'’])/iu;
// After `s` it may be the genitive of a plural: `the boys' room`.
const MAY_BE_GENITIVE = /s['’]\s\p{L}/iuy;
/** Enough to see a short form or a character of two units. */
const CONTEXT_UNITS = 8;

interface Mark {
  readonly at: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/**
 * The quotations of a text, in the order of their first marks. A single quote is one unless it
 * stands in a word or begins a short form; a double one unless it follows a number (`5"`) and opens
 * nothing. Takes time in proportion to the length of the text.
 */
export const findQuotations = (text: string): readonly Quotation[] => {
  const found: Quotation[] = [];
  const singles: Mark[] = [];
  let double: number | undefined;
  for (const { 0: sign, index: at } of text.matchAll(MARKS)) {
    if (sign === '’' || SINGLE_OPEN.includes(sign)) {
      singles.push(markAt(text, sign, at));
    } else if (double !== undefined && HAS_WORD.test(text.slice(double, at))) {
      found.push({ open: double, close: at, isSingle: false });
      double = undefined;
    } else if (sign !== '"' || !DIGIT_BEFORE.test(text.slice(Math.max(0, at - 2), at))) {
      double = at;
    }
  }
  return [...found, ...pairSingles(text, singles)].sort((one, two) => one.open - two.open);
};

const markAt = (text: string, sign: string, at: number): Mark => {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 1 + CONTEXT_UNITS);
  return {
    at,
    canOpen:
      SINGLE_OPEN.includes(sign) &&
      !WORD_BEFORE.test(before) &&
      /^\S/.test(after) &&
      !SHORT_FORM.test(after),
    canClose: sign !== '‚' && /\S$/.test(before) && !WORD_AFTER.test(after),
  };
};

const pairSingles = (text: string, marks: readonly Mark[]): readonly Quotation[] => {
  const found: Quotation[] = [];
  const waiting: Mark[] = [];
  const isGenitive = (index: number): boolean => {
    const next = marks[index + 1];
    MAY_BE_GENITIVE.lastIndex = (marks[index]?.at ?? 0) - 1;
    return next?.canClose === true && !next.canOpen && MAY_BE_GENITIVE.test(text);
  };
  for (const [index, mark] of marks.entries()) {
    const { at, canOpen, canClose } = mark;
    const open = canClose ? waiting.at(-1) : undefined;
    const isPair =
      open !== undefined &&
      SINGLE_CLOSES[text[open.at] ?? '']?.includes(text[at] ?? '') === true &&
      HAS_WORD.test(text.slice(open.at + 1, at)) &&
      !isGenitive(index);
    if (isPair) {
      waiting.pop();
      found.push({ open: open.at, close: at, isSingle: true });
    } else if (canOpen) {
      waiting.push(mark);
    }
  }
  const alone = waiting.filter(({ at }) => WORD_AFTER.test(text.slice(at + 1, at + 3)));
  return [...found, ...alone.map(({ at }) => ({ open: at, close: undefined, isSingle: true }))];
};

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
