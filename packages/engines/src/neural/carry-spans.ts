import type { ProtectedSpan, TranslatedUnit } from '@dragoman/core';
import { DECORATIONS, LEGAL_SIGN } from '@dragoman/core/characters';
import { UNSPACED_SIGN } from '@dragoman/core/scripts';
import { NEURAL_PLACEHOLDERS } from '@dragoman/core/sentinels';
import { type Piece, pieceAt, putPiecesBack } from '../host/pieces.js';

/**
 * A text in which every piece that must not reach the model is one private-use character; its
 * distance from {@link FIRST_PLACEHOLDER} is the piece's place in `pieces`. Private-use characters
 * of the text itself are always carried, so the two cannot be confused.
 */
export interface CarriedText {
  readonly template: string;
  readonly pieces: readonly CarriedPiece[];
}

export interface CarriedPiece extends Piece {
  /** Whether it was marked by the caller, rather than unknown to the model. */
  readonly isProtected: boolean;
}

/** Whether a piece is one tag, which is never joined with others. */
export const isTag = ({ span }: Pick<Piece, 'span'>): boolean =>
  span !== undefined && span.kind !== 'placeholder' && span.kind !== 'formatting';

/** Tells whether the model has tokens for a character. */
export type KnowsCharacter = (character: string) => boolean;

const FIRST_PLACEHOLDER = 0xe000;
/** Most pieces one text can hold. */
const MAX_PIECES = 6400;
/** A placeholder of a template, as part of a pattern. */
export const PLACEHOLDER_CLASS = `[${NEURAL_PLACEHOLDERS}]`;
/** Matches every placeholder of a template. */
export const PLACEHOLDER = new RegExp(PLACEHOLDER_CLASS, 'g');

const NEVER_SHOWN = new RegExp(`[\\p{Co}${DECORATIONS}]`, 'u');
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const GLUE = /^[\s\p{P}]*$/u;

interface AdjacentSpans {
  readonly start: number;
  end: number;
  /** Of the protected spans in it; none for what the model does not know. */
  readonly indexes: number[];
}

/**
 * Takes protected spans and everything the model has no tokens for out of a text. Characters are
 * taken with all that combines with them, and a word is taken whole. So are `©` and the like.
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
  for (const run of joinNeighbours(text, runsOf(text, spans, knows), spans)) {
    template += text.slice(position, run.start);
    template += placeholderOf(pieces.length);
    const isProtected = run.indexes.length > 0;
    pieces.push({ ...pieceAt(text, run, spans, run.indexes), isProtected });
    position = run.end;
  }
  return { template: template + text.slice(position), pieces };
};

const mustBeCarried = (character: string, knows: KnowsCharacter): boolean =>
  !knows(character) || NEVER_SHOWN.test(character) || LEGAL_SIGN.test(character);

const isAllKnown = (text: string, knows: KnowsCharacter): boolean => {
  for (const character of text) if (mustBeCarried(character, knows)) return false;
  return true;
};

/** The placeholder of a piece by its place in `pieces`. */
export const placeholderOf = (index: number): string =>
  String.fromCharCode(FIRST_PLACEHOLDER + index);

/** The piece a placeholder stands for. */
export const pieceOf = (placeholder: string, pieces: readonly CarriedPiece[]): CarriedPiece =>
  pieces[placeholder.charCodeAt(0) - FIRST_PLACEHOLDER] ?? NO_PIECE;

const NO_PIECE: CarriedPiece = { text: '', spans: [], span: undefined, isProtected: false };

/** Puts the carried pieces back in place of their placeholders. */
export const putBack = (template: string, pieces: readonly CarriedPiece[]): TranslatedUnit =>
  putPiecesBack(template, PLACEHOLDER, (placeholder) => pieceOf(placeholder, pieces));

const runsOf = (
  text: string,
  spans: readonly ProtectedSpan[],
  knows: KnowsCharacter,
): readonly AdjacentSpans[] => {
  const runs: AdjacentSpans[] = [];
  let position = 0;
  for (const [index, { start, end }] of spans.entries()) {
    runs.push(...unknownRuns(text, position, start, knows));
    runs.push({ start, end, indexes: [index] });
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
): readonly AdjacentSpans[] => {
  const part = text.slice(from, to);
  const runs: AdjacentSpans[] = [];
  let wordStart = from;
  let isWordUnknown = false;
  let position = from;
  for (const { segment } of graphemes.segment(part)) {
    const end = position + segment.length;
    const isUnknown = mustBeCarried(segment, knows);
    const isWordPart = LETTER.test(segment) && !UNSPACED_SIGN.test(segment);
    if (!isWordPart) isWordUnknown = false;
    // A sign behind a word makes a name of it: `Acme®`.
    const start = isWordPart || LEGAL_SIGN.test(segment) ? wordStart : position;
    const last = runs.at(-1);
    if (isUnknown || (isWordPart && isWordUnknown)) {
      if (last && last.end >= start) last.end = end;
      else runs.push({ start, end, indexes: [] });
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
const joinNeighbours = (
  text: string,
  runs: readonly AdjacentSpans[],
  spans: readonly ProtectedSpan[],
): readonly AdjacentSpans[] => {
  const joined: AdjacentSpans[] = [];
  const isTagRun = ({ indexes }: AdjacentSpans): boolean =>
    isTag({ span: spans[indexes[0] ?? -1] });
  for (const run of runs) {
    const last = joined.at(-1);
    const between = last === undefined ? '' : text.slice(last.end, run.start);
    const isUnknownPair = last?.indexes.length === 0 && run.indexes.length === 0;
    const isByTag = isTagRun(run) || (last !== undefined && isTagRun(last));
    const isNear = !isByTag && (isUnknownPair ? GLUE.test(between) : between.trim() === '');
    if (last && ((isNear && !/[\n\r]/.test(between)) || joined.length === MAX_PIECES)) {
      last.end = run.end;
      last.indexes.push(...run.indexes);
    } else {
      joined.push(run);
    }
  }
  return joined;
};
