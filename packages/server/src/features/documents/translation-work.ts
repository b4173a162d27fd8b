import { join, portionCodes, portionText, type TextWithCodes } from '@dragoman/core';
import {
  type DocumentErrorCode,
  type DocumentFormat,
  keyOfParagraph,
  type Paragraph,
  readableText,
} from '@dragoman/documents';

/** Small, so that anyone who sends a short text is in the engine's queue again after so much. */
const MAX_BATCH = { texts: 4, characters: 500 };
const MAX_PORTION_CHARACTERS = 2000;
/**
 * A paragraph with formatting is cut at its line breaks only. What is longer between them, which
 * nobody writes, is translated without its formatting.
 */
const MAX_FORMATTED = { characters: 20_000, codes: 2000 };
/** Enough to tell a language by. */
const SAMPLE_CHARACTERS = 5000;

/** Texts that are translated in one request: all with codes or all without. */
export type Batch = readonly TextWithCodes[];

/** What there is to translate in a document, batch by batch. */
export interface TranslationWork {
  readonly sample: string;
  /** UTF-16 code units of all batches together. */
  readonly length: number;
  /** Takes the translations of the batch before. @returns the next one; nothing at the end */
  next(translations: Batch): Batch;
  /**
   * @returns a translation for each paragraph, in order; undefined when there are some and none differs from its
   *   source in more than spaces, marks and formatting
   */
  finish(): Paragraph[] | undefined;
}

/** Paragraphs as portions; a text that comes again is translated once. */
export const createTranslationWork = (paragraphs: readonly Paragraph[]): TranslationWork => {
  const cut = paragraphs.map(cutParagraph);
  const portions = new Map<string, TextWithCodes>();
  for (const { portions: own } of cut) {
    for (const portion of own) portions.set(keyOfParagraph(portion), portion);
  }
  const waiting = batchPortions(portions.values());
  const translated = new Map<string, TextWithCodes>();
  let current: Batch = [];
  let length = 0;
  for (const { text } of portions.values()) length += text.length;

  return {
    sample: sampleOf(paragraphs),
    length,
    next(translations) {
      for (const [index, portion] of current.entries()) {
        translated.set(keyOfParagraph(portion), translations[index] ?? portion);
      }
      current = waiting.next().value ?? [];
      return current;
    },
    finish() {
      const translations = cut.map(({ portions: own, join: joinPortions }) =>
        joinPortions(own.map((portion) => translated.get(keyOfParagraph(portion)) ?? portion)),
      );
      const isSame = ({ text }: Paragraph, index: number): boolean =>
        wordsOf(text) === wordsOf(translations[index]?.text ?? '');
      return paragraphs.length > 0 && paragraphs.every(isSame) ? undefined : translations;
    },
  };
};

type CutParagraph = ReturnType<typeof portionCodes>;

const cutParagraph = (paragraph: Paragraph): CutParagraph => {
  if (paragraph.codes.length === 0) return cutText(paragraph.text);
  const cut = portionCodes(paragraph, MAX_PORTION_CHARACTERS);
  const isTooLong = ({ text, codes }: TextWithCodes): boolean =>
    text.length > MAX_FORMATTED.characters || codes.length > MAX_FORMATTED.codes;
  return cut.portions.some(isTooLong) ? cutText(readableText(paragraph)) : cut;
};

const cutText = (source: string): CutParagraph => {
  const segmentation = portionText(source, {
    mode: 'sentences-and-newlines',
    maxCharacters: MAX_PORTION_CHARACTERS,
  });
  return {
    portions: segmentation.segments.map(({ text }) => ({ text, codes: [] })),
    join: (translated) => {
      const texts = translated.map(({ text }) => text);
      return { text: join(segmentation, texts), codes: [] };
    },
  };
};

/** Neighbours that are translated in one request. */
function* batchPortions(portions: Iterable<TextWithCodes>): Generator<Batch, undefined, void> {
  let batch: TextWithCodes[] = [];
  let characters = 0;
  for (const portion of portions) {
    const fits =
      isCoded(portion) === batch.some(isCoded) &&
      batch.length < MAX_BATCH.texts &&
      characters + portion.text.length <= MAX_BATCH.characters;
    if (!fits && batch.length > 0) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(portion);
    characters += portion.text.length;
  }
  if (batch.length > 0) yield batch;
  return undefined;
}

const isCoded = ({ codes }: TextWithCodes): boolean => codes.length > 0;

/** What a reader sees: a translation that only changes spaces, marks and formatting is none. */
const wordsOf = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '');

const sampleOf = (paragraphs: readonly Paragraph[]): string => {
  let sample = '';
  for (const paragraph of paragraphs) {
    if (sample.length >= SAMPLE_CHARACTERS) break;
    sample += `${readableText(paragraph)}\n`;
  }
  return sample.slice(0, SAMPLE_CHARACTERS);
};

/**
 * What the thread that reads documents is asked. First `read`; then `batch`, each with the
 * translations of the one before, until there is none left; then once `write`. The content of a
 * document is nowhere else as a whole.
 */
export type DocumentThreadRequest = ReadRequest | BatchRequest | WriteRequest;

export interface ReadRequest {
  readonly type: 'read';
  readonly bytes: Uint8Array;
  /** With it the bytes are opened, and the result is sealed; undefined for plain bytes. */
  readonly fileKey: Uint8Array | undefined;
  readonly format: DocumentFormat;
  readonly sourceLanguage: string | undefined;
  readonly targetLanguage: string;
  readonly outputFormat: DocumentFormat;
  readonly dropsSignature: boolean;
  readonly keepsHeader: boolean;
  /** Unicode code points; a longer document is refused. */
  readonly maxCharacters: number | undefined;
}

interface BatchRequest {
  readonly type: 'batch';
  /** Of the batch before, in its order; none for the first one. */
  readonly translations: Batch;
}

export interface WriteRequest {
  readonly type: 'write';
  readonly targetLanguage: string;
  readonly outputFormat: DocumentFormat;
}

export interface ReadAnswer {
  readonly type: 'read';
  /** Unicode code points of the text. */
  readonly characters: number;
  /** Enough to tell the language by. */
  readonly sample: string;
  /** UTF-16 code units of all batches together: what is repeated is translated once. */
  readonly workLength: number;
}

/** Some neighbours; none when all are translated. */
export interface BatchAnswer {
  readonly type: 'batch';
  readonly batch: Batch;
}

export interface WrittenAnswer {
  readonly type: 'written';
  /** Sealed, if what was read was. */
  readonly bytes: Uint8Array;
  /** How many paragraphs lost their formatting. */
  readonly fallbackCount: number;
  /** What is to be known about the result, in sentences for people. */
  readonly notes: readonly string[];
  /** What is wrong with the result; empty when nothing is. */
  readonly problems: readonly string[];
}

/** The document is at fault; the message is fit for its owner. */
export interface RefusedAnswer {
  readonly type: 'refused';
  readonly code: DocumentErrorCode;
  readonly message: string;
}

export type DocumentThreadAnswer = ReadAnswer | BatchAnswer | WrittenAnswer | RefusedAnswer;
