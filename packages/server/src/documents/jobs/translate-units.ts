import { setTimeout as sleep } from 'node:timers/promises';
import { ERRORS, isAppError, type TranslateBody } from '@dragoman/contract';
import { join, type OwnWords, portionMarkup, portionText, type Translator } from '@dragoman/core';
import { UNIT_TAGS, type Unit } from '@dragoman/documents';
import type { GiveWay } from './give-way.js';

/** Small, so that whoever sends a short text is in the engine's queue again after so much. */
const MAX_BATCH = { texts: 4, characters: 500 };
const MAX_PORTION_CHARACTERS = 2000;
/** An engine that fails is back after a moment; a paragraph that fails always fails again. */
const RETRY_AFTER_MS = [500, 2000, 8000];

/** A request without its texts. */
export type UnitSettings = Omit<TranslateBody, 'text'>;

export interface UnitCall {
  readonly translator: Pick<Translator, 'translate'>;
  readonly signal: AbortSignal;
  readonly own?: OwnWords;
  /** Told how many of all UTF-16 code units are done by now. */
  readonly onProgress: (done: number, all: number) => void;
  /** Called after each batch. */
  readonly giveWay: GiveWay;
}

/** A piece of a unit that is translated at once; most units are one piece. */
interface Piece {
  readonly text: string;
  readonly hasMarkup: boolean;
}

const MARKUP_SETTINGS = {
  tag_handling: 'xml',
  non_splitting_tags: [...UNIT_TAGS.nonSplittingTags],
  splitting_tags: [...UNIT_TAGS.splittingTags],
  ignore_tags: [...UNIT_TAGS.ignoreTags],
} satisfies Partial<TranslateBody>;

const PORTION_RULES = {
  syntax: 'xml',
  outlineDetection: true,
  splitting: new Set<string>(UNIT_TAGS.splittingTags),
  nonSplitting: new Set<string>(UNIT_TAGS.nonSplittingTags),
  ignored: new Set<string>(UNIT_TAGS.ignoreTags),
} as const;

/**
 * Translates the units of a document, batch by batch.
 *
 * @returns one translation for each, in order and form
 * @throws AppError for what cannot be served; the signal's reason once it aborts
 */
export const translateUnits = async (
  units: readonly Unit[],
  settings: UnitSettings,
  call: UnitCall,
): Promise<readonly string[]> => {
  const cut = units.map(({ text, hasMarkup }) =>
    hasMarkup
      ? portionMarkup(text, PORTION_RULES, MAX_PORTION_CHARACTERS)
      : portionText(text, {
          mode: 'sentences-and-newlines',
          maxCharacters: MAX_PORTION_CHARACTERS,
        }),
  );
  const pieces = cut.flatMap(({ segments }, index) =>
    segments.map(({ text }): Piece => ({ text, hasMarkup: units[index]?.hasMarkup === true })),
  );
  const all = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const translated: string[] = [];
  let done = 0;
  for (const batch of batchPieces(pieces)) {
    const startedMs = performance.now();
    translated.push(...(await translateBatch(batch, settings, call)));
    done += batch.reduce((sum, { text }) => sum + text.length, 0);
    call.onProgress(done, all);
    await call.giveWay(performance.now() - startedMs, call.signal);
  }
  let next = 0;
  return cut.map((segmentation) => {
    const count = segmentation.segments.length;
    next += count;
    return join(segmentation, translated.slice(next - count, next));
  });
};

/** Neighbours of one kind that are translated in one request. */
const batchPieces = (pieces: readonly Piece[]): readonly (readonly Piece[])[] => {
  const batches: Piece[][] = [];
  let characters = 0;
  for (const piece of pieces) {
    const batch = batches.at(-1);
    characters += piece.text.length;
    const fits =
      batch?.[0]?.hasMarkup === piece.hasMarkup &&
      batch.length < MAX_BATCH.texts &&
      characters <= MAX_BATCH.characters;
    if (fits) batch.push(piece);
    else {
      batches.push([piece]);
      characters = piece.text.length;
    }
  }
  return batches;
};

const translateBatch = async (
  batch: readonly Piece[],
  settings: UnitSettings,
  { translator, signal, own }: UnitCall,
): Promise<readonly string[]> => {
  const body = {
    ...settings,
    ...(batch[0]?.hasMarkup && MARKUP_SETTINGS),
    text: batch.map(({ text }) => text),
  };
  for (const pauseMs of [...RETRY_AFTER_MS, undefined]) {
    try {
      return (await translator.translate(body, { ...own, signal })).map(({ text }) => text);
    } catch (error) {
      signal.throwIfAborted();
      const mayPass = isAppError(error) && ERRORS[error.code].retryable;
      if (!mayPass || pauseMs === undefined) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
  throw new Error('unreachable');
};
