import { join, portionMarkup, portionText, type Segmentation } from '@dragoman/core';
import type { DocumentUnit } from '@dragoman/documents';
import { UNIT_MARKUP } from '../translate/unit-markup.js';

/** Small, so that anyone who sends a short text is in the engine's queue again after so much. */
const MAX_BATCH = { texts: 4, characters: 500 };
const MAX_PORTION_CHARACTERS = 2000;
/**
 * A paragraph with formatting cannot be cut, and is one text to the pipeline. A longer one, which
 * nobody writes, is translated without its formatting.
 */
const MAX_MARKUP_CHARACTERS = 20_000;
/** Enough to tell a language by. */
const SAMPLE_CHARACTERS = 5000;

/** A text that is translated at once; most units are one. */
interface Piece {
  readonly text: string;
  readonly hasMarkup: boolean;
}

export interface Batch {
  readonly texts: readonly string[];
  readonly hasMarkup: boolean;
}

/** What there is to translate in a document, batch by batch. */
export interface TranslationWork {
  readonly sample: string;
  /** UTF-16 code units of all batches together. */
  readonly length: number;
  /** Takes the translations of the batch before. @returns the next one; without texts at the end */
  next(translations: readonly string[]): Batch;
  /**
   * @returns a translation for each unit, in order and form; undefined when none differs from its
   *   source in more than spaces, marks and formatting
   */
  finish(): string[] | undefined;
}

/** Units as pieces; a text that comes again is translated once. */
export const createTranslationWork = (units: readonly DocumentUnit[]): TranslationWork => {
  const cut = units.map(cutUnit);
  const pieces = new Map<string, Piece>();
  for (const { segmentation, hasMarkup } of cut) {
    for (const { text } of segmentation.segments) {
      pieces.set(keyOf(text, hasMarkup), { text, hasMarkup });
    }
  }
  const waiting = batchPieces(pieces.values());
  const translated = new Map<string, string>();
  let current: Batch = { texts: [], hasMarkup: false };
  let length = 0;
  for (const { text } of pieces.values()) length += text.length;

  const translationOf = ({ segmentation, hasMarkup, isPlain }: CutUnit): string => {
    const texts = segmentation.segments.map(
      ({ text }) => translated.get(keyOf(text, hasMarkup)) ?? text,
    );
    const joined = join(segmentation, texts);
    return isPlain ? escapeText(joined) : joined;
  };

  return {
    sample: sampleOf(units),
    length,
    next(translations) {
      for (const [index, text] of current.texts.entries()) {
        translated.set(keyOf(text, current.hasMarkup), translations[index] ?? text);
      }
      current = waiting.next().value ?? { texts: [], hasMarkup: false };
      return current;
    },
    finish() {
      const translations = cut.map(translationOf);
      const isSame = ({ hasMarkup, text }: DocumentUnit, index: number): boolean =>
        wordsOf(text, hasMarkup) === wordsOf(translations[index] ?? '', hasMarkup);
      return units.every(isSame) ? undefined : translations;
    },
  };
};

interface CutUnit {
  readonly segmentation: Segmentation;
  readonly hasMarkup: boolean;
  /** Whether it had formatting that it is translated without. */
  readonly isPlain: boolean;
}

const cutUnit = ({ text, hasMarkup }: DocumentUnit): CutUnit => {
  if (!hasMarkup) return { segmentation: cutText(text), hasMarkup, isPlain: false };
  const segmentation =
    text.length > MAX_MARKUP_CHARACTERS
      ? undefined
      : portionMarkup(text, UNIT_MARKUP, MAX_PORTION_CHARACTERS);
  return segmentation
    ? { segmentation, hasMarkup, isPlain: false }
    : { segmentation: cutText(unescapeText(withoutTags(text))), hasMarkup: false, isPlain: true };
};

const cutText = (text: string): Segmentation =>
  portionText(text, {
    mode: 'sentences-and-newlines',
    maxCharacters: MAX_PORTION_CHARACTERS,
  });

const keyOf = (text: string, hasMarkup: boolean): string => `${hasMarkup ? '<' : ' '}${text}`;

/** Neighbours of one kind that are translated in one request. */
function* batchPieces(pieces: Iterable<Piece>): Generator<Batch, undefined, void> {
  let texts: string[] = [];
  let hasMarkup = false;
  let characters = 0;
  for (const piece of pieces) {
    const fits =
      piece.hasMarkup === hasMarkup &&
      texts.length < MAX_BATCH.texts &&
      characters + piece.text.length <= MAX_BATCH.characters;
    if (!fits && texts.length > 0) {
      yield { texts, hasMarkup };
      texts = [];
      characters = 0;
    }
    texts.push(piece.text);
    hasMarkup = piece.hasMarkup;
    characters += piece.text.length;
  }
  if (texts.length > 0) yield { texts, hasMarkup };
  return undefined;
}

const withoutTags = (text: string): string => text.replace(/<[^>]*>/g, ' ');

const CHARACTERS = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const;

const unescapeText = (text: string): string =>
  text.replace(
    /&(?:lt|gt|quot|#39|amp);/g,
    (reference) => CHARACTERS[reference as keyof typeof CHARACTERS],
  );

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What a reader sees: a translation that only changes spaces, marks and formatting is none. */
const wordsOf = (text: string, hasMarkup: boolean): string =>
  (hasMarkup ? text.replace(/<[^>]*>/g, '') : text).replace(/[^\p{L}\p{N}]+/gu, '');

const sampleOf = (units: readonly DocumentUnit[]): string => {
  let sample = '';
  for (const { text, hasMarkup } of units) {
    if (sample.length >= SAMPLE_CHARACTERS) break;
    const start = text.slice(0, 4 * SAMPLE_CHARACTERS);
    sample += `${hasMarkup ? withoutTags(start) : start}\n`;
  }
  return sample.slice(0, SAMPLE_CHARACTERS);
};
