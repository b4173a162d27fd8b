import type { ProtectedSpan, TranslatedUnit } from '@dragoman/core';
import { APERTIUM_PLACEHOLDERS } from '@dragoman/core/sentinels';
import { type Piece, pieceAt, putPiecesBack } from '../host/pieces.js';

/**
 * How a carried piece travels through the engine: `word` as a word the engine does not know, which
 * takes part in the sentence and keeps a sensible place; `blank` as formatting between words.
 */
export type CarrierKind = 'word' | 'blank';

/** A piece, with the way it travels. */
export interface CarriedPiece extends Piece {
  readonly kind: CarrierKind;
}

/** A text in which one placeholder character stands for each piece the engine must not see. */
export interface CarriedText {
  /** Placeholder `n` is the character {@link placeholder}(n). No other such character occurs. */
  readonly template: string;
  readonly pieces: readonly CarriedPiece[];
}

// Supplementary private use area A. Whatever the text itself has of it is carried, too.
const FIRST_PLACEHOLDER = 0xf0000;

export const placeholder = (index: number): string =>
  String.fromCodePoint(FIRST_PLACEHOLDER + index);

/** Matches every placeholder. */
export const PLACEHOLDERS = new RegExp(`[${APERTIUM_PLACEHOLDERS}]`, 'gu');

export const placeholderIndex = (character: string): number =>
  (character.codePointAt(0) ?? 0) - FIRST_PLACEHOLDER;

// What Apertium loses or trips over: white space other than single spaces, control characters,
// halves of surrogate pairs, private-use characters and noncharacters, (measured: silent loss
// beyond about 2,000 characters, quadratic time) very long tokens, and numbers joined by colons or
// hyphens, telephone numbers and percentages, which some pairs read as something else.
const CONTROLS = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f';
const PRIVATE = '\\p{Cs}\\p{Co}\\ufdd0-\\ufdef\\ufffe\\uffff\\u{ffffe}\\u{fffff}';
const BLANKS = `\\s{2,}|[^\\S ]|[${CONTROLS}${PRIVATE}]+`;
const TOKEN = `[^\\s${CONTROLS}${PRIVATE}]`;
// The lookbehind keeps this linear: a token is measured once, from its start.
const JOINED_NUMBERS =
  '(?<![\\p{L}\\p{N}])(?:\\d{1,20}(?:[:-]\\d{1,20})+|\\+\\d{1,4}(?: \\d{2,12})+|\\d{1,20}(?:[.,]\\d{1,20})?%)(?![\\p{L}\\p{N}])';
const UNSAFE = new RegExp(`${BLANKS}|(?<!${TOKEN})${TOKEN}{501,}|${JOINED_NUMBERS}`, 'gu');
const IS_BLANK = new RegExp(`^(?:${BLANKS})`, 'u');

/**
 * Takes protected spans and everything the engine cannot be trusted with out of a text of at most
 * 65,534 characters.
 */
export const carryAround = (text: string, spans: readonly ProtectedSpan[]): CarriedText => {
  const pieces: CarriedPiece[] = [];
  const carry = (piece: CarriedPiece): string => placeholder(pieces.push(piece) - 1);
  const carryUnsafe = (part: string): string =>
    part.replace(UNSAFE, (match) =>
      carry({
        text: match,
        kind: IS_BLANK.test(match) ? 'blank' : 'word',
        spans: [],
        span: undefined,
      }),
    );

  if (spans.length === 0) return { template: carryUnsafe(text), pieces };
  let template = '';
  let end = 0;
  for (const span of joinTouching(text, spans)) {
    template += carryUnsafe(text.slice(end, span.start));
    template += carry({ ...pieceAt(text, span, spans, span.indexes), kind: span.kind });
    end = span.end;
  }
  return { template: template + carryUnsafe(text.slice(end)), pieces };
};

/** Puts the carried pieces back. */
export const putBack = (template: string, pieces: readonly CarriedPiece[]): TranslatedUnit =>
  pieces.length === 0
    ? { text: template, spans: [] }
    : putPiecesBack(template, PLACEHOLDERS, (match) => pieces[placeholderIndex(match)]);

interface CarriedSpan {
  start: number;
  end: number;
  kind: CarrierKind;
  /** Of the protected spans in it. */
  readonly indexes: number[];
}

const MAX_GLUED_CHARACTERS = 100;
const WORD_CHARACTERS_BEFORE = /(?<![\p{L}\p{M}\p{N}_])[\p{L}\p{M}\p{N}_]+$/u;
const WORD_CHARACTERS_AFTER = /^[\p{L}\p{M}\p{N}_]+/u;

/**
 * Placeholders that touch travel as one. A placeholder glued to letters (`v{0}`, `{n}px`) takes them along,
 * since the engine would see two words there; markup and emoji do not, since `<b>red</b>` is to be
 * translated inside.
 */
const joinTouching = (text: string, spans: readonly ProtectedSpan[]): readonly CarriedSpan[] => {
  const joined: CarriedSpan[] = [];
  for (const [index, { start, end, kind }] of spans.entries()) {
    const last = joined.at(-1);
    const span: CarriedSpan =
      kind === 'placeholder'
        ? { ...takeGluedLetters(text, start, end, last?.end ?? 0), kind: 'word', indexes: [index] }
        : { start, end, kind: 'blank', indexes: [index] };
    const overlaps = last !== undefined && span.start < last.end;
    const touchesWord = span.start === last?.end && span.kind === 'word' && last.kind === 'word';
    if (!last || !(overlaps || touchesWord)) {
      joined.push(span);
      continue;
    }
    last.end = Math.max(last.end, span.end);
    last.indexes.push(index);
    if (span.kind === 'word') last.kind = 'word';
  }
  return joined;
};

const takeGluedLetters = (
  text: string,
  start: number,
  end: number,
  floor: number,
): { readonly start: number; readonly end: number } => {
  const from = Math.max(Math.min(floor, start), start - MAX_GLUED_CHARACTERS);
  const before = WORD_CHARACTERS_BEFORE.exec(text.slice(from, start));
  const after = WORD_CHARACTERS_AFTER.exec(text.slice(end, end + MAX_GLUED_CHARACTERS));
  return {
    start: start - (before?.[0].length ?? 0),
    end: end + (after?.[0].length ?? 0),
  };
};
