import type { ProtectedSpan } from '@dragoman/core';
import { isTag } from '../../host/tag-pairs.js';
import { UNSPACED } from '../../host/text/scripts.js';

/**
 * A text in which every piece that must not reach the model is one private-use character; its
 * distance from {@link FIRST_PLACEHOLDER} is the piece's place in `pieces`. Private-use characters
 * of the text itself are always carried, so the two cannot be confused.
 */
export interface CarriedText {
  readonly template: string;
  readonly pieces: readonly CarriedPiece[];
}

export interface CarriedPiece {
  readonly text: string;
  /** Whether it was marked by the caller, rather than unknown to the model. */
  readonly isProtected: boolean;
  /** Whether it is one tag, which is a piece of its own always. */
  readonly isTag: boolean;
}

/** Tells whether the model has tokens for a character. */
export type KnowsCharacter = (character: string) => boolean;

const FIRST_PLACEHOLDER = 0xe000;
/** Most pieces one text can hold. */
export const MAX_PIECES = 6400;
/** A placeholder of a template, as part of a pattern. */
export const PLACEHOLDER_CLASS = '[\\ue000-\\uf8ff]';
/** Matches every placeholder of a template. */
export const PLACEHOLDER = new RegExp(PLACEHOLDER_CLASS, 'g');

const PRIVATE_USE = /\p{Co}/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const GLUE = /^[\s\p{P}]*$/u;

interface Run {
  readonly start: number;
  end: number;
  isProtected: boolean;
  isTag: boolean;
}

/**
 * Takes protected spans and everything the model has no tokens for out of a text. Characters are
 * taken with all that combines with them, and a word is taken whole.
 */
export const carryAround = (
  text: string,
  spans: readonly ProtectedSpan[],
  knows: KnowsCharacter,
): CarriedText => {
  // Nearly every text; telling characters apart takes longer than all the rest.
  if (spans.length === 0 && isAllKnown(text, knows)) return { template: text, pieces: [] };
  const pieces: CarriedPiece[] = [];
  let template = '';
  let position = 0;
  for (const { start, end, isProtected, isTag: isOneTag } of joinNeighbours(
    text,
    runsOf(text, spans, knows),
  )) {
    template += text.slice(position, start);
    template += placeholderOf(pieces.length);
    pieces.push({ text: text.slice(start, end), isProtected, isTag: isOneTag });
    position = end;
  }
  return { template: template + text.slice(position), pieces };
};

const isAllKnown = (text: string, knows: KnowsCharacter): boolean => {
  for (const character of text) {
    if (!knows(character) || PRIVATE_USE.test(character)) return false;
  }
  return true;
};

/** The placeholder of a piece by its place in `pieces`. */
export const placeholderOf = (index: number): string =>
  String.fromCharCode(FIRST_PLACEHOLDER + index);

/** The piece a placeholder stands for. */
export const pieceOf = (placeholder: string, pieces: readonly CarriedPiece[]): CarriedPiece =>
  pieces[placeholder.charCodeAt(0) - FIRST_PLACEHOLDER] ?? NO_PIECE;

const NO_PIECE: CarriedPiece = { text: '', isProtected: false, isTag: false };

/** Puts the carried pieces back in place of their placeholders. */
export const putBack = (template: string, pieces: readonly CarriedPiece[]): string =>
  template.replace(PLACEHOLDER, (placeholder) => pieceOf(placeholder, pieces).text);

const runsOf = (
  text: string,
  spans: readonly ProtectedSpan[],
  knows: KnowsCharacter,
): readonly Run[] => {
  const runs: Run[] = [];
  let position = 0;
  for (const { start, end } of spans) {
    runs.push(...unknownRuns(text, position, start, knows));
    if (end > start) {
      runs.push({ start, end, isProtected: true, isTag: isTag(text.slice(start, end)) });
    }
    position = end;
  }
  runs.push(...unknownRuns(text, position, text.length, knows));
  return runs;
};

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

const unknownRuns = (
  text: string,
  from: number,
  to: number,
  knows: KnowsCharacter,
): readonly Run[] => {
  const part = text.slice(from, to);
  const runs: Run[] = [];
  let wordStart = from;
  let isWordUnknown = false;
  let position = from;
  for (const { segment } of graphemes.segment(part)) {
    const end = position + segment.length;
    const isUnknown = PRIVATE_USE.test(segment) || !knows(segment);
    const isWordPart = LETTER.test(segment) && !UNSPACED.test(segment);
    if (!isWordPart) isWordUnknown = false;
    const start = isWordPart ? wordStart : position;
    const last = runs.at(-1);
    if (isUnknown || (isWordPart && isWordUnknown)) {
      if (last && last.end >= start) last.end = end;
      else runs.push({ start, end, isProtected: false, isTag: false });
      if (isWordPart) isWordUnknown = true;
    }
    position = end;
    if (!isWordPart) wordStart = end;
  }
  return runs;
};

/**
 * Makes one run of neighbours that are no tags: protected ones with nothing but blanks between them, unknown ones
 * with nothing but blanks and punctuation. They keep their order by that, and the model sees fewer
 * strange words.
 */
const joinNeighbours = (text: string, runs: readonly Run[]): readonly Run[] => {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const between = last === undefined ? '' : text.slice(last.end, run.start);
    const isUnknownPair = last?.isProtected === false && !run.isProtected;
    const isNear =
      !(run.isTag || last?.isTag) && (isUnknownPair ? GLUE.test(between) : between.trim() === '');
    if (last && ((isNear && !/[\n\r]/.test(between)) || joined.length === MAX_PIECES)) {
      last.end = run.end;
      last.isProtected ||= run.isProtected;
      last.isTag = false;
    } else {
      joined.push({ ...run });
    }
  }
  return joined;
};
