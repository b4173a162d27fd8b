import { WORD } from '@dragoman/core';
import { APERTIUM_PLACEHOLDERS } from '@dragoman/core/sentinels';
import { closingTags } from '../host/pieces.js';
import { type CarriedPiece, PLACEHOLDERS, placeholderIndex } from './carry-spans.js';

/** An opening tag and its closing tag, both as placeholders of a template. */
interface TagPair {
  readonly open: string;
  readonly close: string;
  /** Characters between the tags and the first and last word inside, such as quotes. */
  readonly before: string;
  readonly after: string;
}

/** A template whose paired tags were replaced by marks on every word between them. */
interface BoundTemplate {
  readonly template: string;
  readonly pairs: readonly TagPair[];
}

// Every word bears the marks of all pairs around it, so their number must stay small.
const MAX_PAIRS = 40;
const PARTS = new RegExp(`([${APERTIUM_PLACEHOLDERS}])|(${WORD})`, 'gu');
const NO_SPACE_OR_WORD = `[^\\s\\p{L}\\p{M}\\p{N}${APERTIUM_PLACEHOLDERS}]*`;
const SIGNS_AT_START = new RegExp(`^${NO_SPACE_OR_WORD}`, 'u');
const SIGNS_AT_END = new RegExp(`${NO_SPACE_OR_WORD}$`, 'u');

// Marks live in supplementary private use area B, which no template has of its own.
const FIRST_MARK = 0x100000;
const END_MARK = String.fromCodePoint(0x10fffd);
const MARK_OR_END = /([\u{100000}-\u{10ffff}])/u;
// A bracket of the text's own is escaped, also where a blank follows it: `\[[[t:p:0]]word`.
const ESCAPED_OR_BOUND = /\\[\s\S]|\[\[([^\]]*)\]\]/g;

/** How many marks there are. */
export const MAX_MARKS = 0xfffd;

/** A stretch of a text, and the numbers of the marks that it bears. */
interface MarkedStretch {
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

/**
 * Binds paired tags to the words between them, so that they follow the words when these move.
 * @returns undefined where there is nothing to bind, too much, or a pair with no word inside.
 */
export const bindTags = (
  template: string,
  pieces: readonly CarriedPiece[],
): BoundTemplate | undefined => {
  const placeholders = template.match(PLACEHOLDERS) ?? [];
  const closes = closingTags(placeholders, (key) => pieces[placeholderIndex(key)]);
  if (closes.size === 0 || closes.size > MAX_PAIRS) return undefined;
  const opens = [...closes.keys()];
  const isClose = new Set(closes.values());
  const pairs = opens.map((open) => pairOf(template, open, closes.get(open) ?? ''));
  const active: string[] = [];
  const used = new Set<string>();
  const bound = template.replace(PARTS, (part: string, character?: string) => {
    if (character !== undefined && closes.has(character)) {
      active.push(character);
      return '';
    }
    if (character !== undefined && isClose.has(character)) {
      active.splice(
        active.findLastIndex((open) => closes.get(open) === character),
        1,
      );
      return '';
    }
    const isBlank = character && pieces[placeholderIndex(character)]?.kind === 'blank';
    if (active.length === 0 || isBlank) return part;
    for (const open of active) used.add(open);
    return writeMarks(
      active.map((open) => opens.indexOf(open)),
      part,
    );
  });
  return used.size === opens.length ? { template: bound, pairs } : undefined;
};

/**
 * Turns marks back into tags, each pair around all the words that bear its mark.
 * @returns undefined where a pair lost all its words, or two would overlap.
 */
export const placeTags = (marked: string, pairs: readonly TagPair[]): string | undefined => {
  const { text, ranges } = readMarks(marked, pairs.length);
  const spans: { pair: TagPair; start: number; end: number; order: number }[] = [];
  for (const [order, pair] of pairs.entries()) {
    const range = ranges[order];
    if (!range) return undefined;
    const hasBefore = pair.before !== '' && text.endsWith(pair.before, range.start);
    const hasAfter = pair.after !== '' && text.startsWith(pair.after, range.end);
    spans.push({
      pair,
      order,
      start: range.start - (hasBefore ? pair.before.length : 0),
      end: range.end + (hasAfter ? pair.after.length : 0),
    });
  }
  const crosses = spans.some((one) =>
    spans.some((two) => one.start < two.start && two.start < one.end && one.end < two.end),
  );
  if (crosses) return undefined;
  // Outer pairs open first and close last; of two around the same words, as in the source.
  spans.sort((one, two) => one.start - two.start || two.end - one.end || one.order - two.order);
  const inserts = new Map<number, string>();
  for (const { pair, end } of spans) inserts.set(end, pair.close + (inserts.get(end) ?? ''));
  const opens = new Map<number, string>();
  for (const { pair, start } of spans) opens.set(start, (opens.get(start) ?? '') + pair.open);
  for (const [at, tags] of opens) inserts.set(at, (inserts.get(at) ?? '') + tags);
  let placed = '';
  let from = 0;
  for (const [at, tags] of [...inserts].sort(([one], [two]) => one - two)) {
    placed += text.slice(from, at) + tags;
    from = at;
  }
  return placed + text.slice(from);
};

// Quotes, brackets and marks beside a word; more is none of a word's business.
const MAX_BESIDE = 8;

const pairOf = (template: string, open: string, close: string): TagPair => {
  const inside = template.slice(template.indexOf(open) + open.length, template.indexOf(close));
  const before = SIGNS_AT_START.exec(inside.slice(0, MAX_BESIDE))?.[0] ?? '';
  const after = SIGNS_AT_END.exec(inside.slice(-MAX_BESIDE))?.[0] ?? '';
  return { open, close, before, after };
};

interface Range {
  start: number;
  end: number;
}

/** The text without marks, and for each pair from its first marked word to its last. */
const readMarks = (
  marked: string,
  pairCount: number,
): { readonly text: string; readonly ranges: readonly (Range | undefined)[] } => {
  const ranges: (Range | undefined)[] = Array.from({ length: pairCount });
  let text = '';
  for (const { text: part, numbers } of splitAtMarks(marked)) {
    const start = text.length;
    // Marks may have stood between two spaces the engine wrote.
    text += text === '' || text.endsWith(' ') ? part.replace(/^ +/, '') : part;
    for (const number of numbers) widen(ranges, number, { start, end: text.length });
  }
  return { text, ranges };
};

const widen = (ranges: (Range | undefined)[], number: number, { start, end }: Range): void => {
  if (start === end || number >= ranges.length) return;
  const known = ranges[number];
  ranges[number] = {
    start: Math.min(start, known?.start ?? start),
    end: Math.max(end, known?.end ?? end),
  };
};
