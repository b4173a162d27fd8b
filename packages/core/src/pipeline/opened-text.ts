import { AppError } from '@dragoman/contract';
import type { TranslatedUnit, TranslationUnit } from '../engine/engine.js';
import { readCodes } from '../markup/codes.js';
import {
  type MarkupDocument,
  readDocument,
  requireWellFormedXml,
  textOf,
} from '../markup/document.js';
import type { InlineCode } from '../markup/text-with-codes.js';
import type { MarkupOptions } from '../markup/token.js';
import type { SegmentPair } from '../segmentation/join.js';
import { mapInTurns } from '../turns.js';
import { characterReferences } from './character-references.js';
import type { PrepareOptions, TranslationRequest } from './request.js';

/** How a text is to be read. */
export interface OpenOptions {
  /** Undefined for plain text. */
  readonly markup: MarkupOptions | undefined;
  /** Set where malformed XML is to be refused: what the message calls the text, such as `Text 2`. */
  readonly strictXml: { readonly name: string | undefined } | undefined;
  /** The codes of a text that has some; it has no markup then. */
  readonly codes?: readonly InlineCode[] | undefined;
}

/** Gives a translation for each unit, in order. */
export type UnitWork = (units: readonly TranslationUnit[]) => Promise<readonly TranslatedUnit[]>;

/** A translated text. */
export interface AssembledText {
  readonly text: string;
  /** Its codes, if it was given with codes. */
  readonly codes?: readonly InlineCode[];
  /** Where its segments are, in order; undefined for texts with markup. */
  readonly pairs?: readonly SegmentPair[];
}

/** A text that was read. */
export interface OpenedText {
  /** What there is to read in it, without its markup. */
  readonly readable: string;
  /** @returns the text, translated, with its markup */
  translate(options: PrepareOptions, translate: UnitWork): Promise<AssembledText>;
  /** Frees what was read. Idempotent. */
  close(): void;
}

/** A text of a request, and the document it is where markup or codes are to be handled. */
export interface ReadText {
  readonly text: string;
  readonly codes?: readonly InlineCode[];
  readonly document: MarkupDocument | undefined;
  /** The text as the markup reader has it; there is no document here then. */
  readonly opened?: OpenedText;
}

export const readText = (
  text: string,
  { markup, codes }: Pick<OpenOptions, 'markup' | 'codes'>,
): ReadText =>
  codes
    ? { text, codes, document: readCodes({ text, codes }) }
    : { text, document: markup && readDocument(text, markup) };

/** The answer for a text that is not translated. */
export const untranslated = ({ text, codes }: ReadText): AssembledText =>
  codes ? { text, codes } : { text };

/** What there is to read in a text, without its markup and character references. */
export const readableText = ({ text, document, opened }: ReadText): string =>
  opened?.readable ??
  (document ? textOf(document) : (characterReferences(text)?.read(text) ?? text));

/** Reads large texts outside of the thread that answers requests. */
export interface MarkupReader {
  /** Texts of more UTF-16 code units than this are read there. */
  readonly minCharacters: number;
  /** @throws AppError `invalid_parameter` for malformed XML; the signal's reason once it aborts */
  open(text: string, options: OpenOptions, signal: AbortSignal): Promise<OpenedText>;
}

/**
 * Reads the texts of a request; what was opened has to be closed.
 *
 * @throws AppError `invalid_parameter` for malformed XML where that is refused
 */
export const readTexts = async (
  {
    texts,
    codes: codesOfTexts,
    options: { markup, isStrictXml },
  }: Pick<TranslationRequest, 'texts' | 'codes' | 'options'>,
  markupReader: MarkupReader | undefined,
  signal: AbortSignal,
): Promise<readonly ReadText[]> => {
  const isLarge = (text: string): boolean =>
    markupReader !== undefined && text.length > markupReader.minCharacters;
  const openLarge = async (
    reader: MarkupReader,
    text: string,
    options: OpenOptions,
  ): Promise<ReadText> => {
    const opened = await reader.open(text, options, signal);
    const { codes } = options;
    return { text, ...(codes && { codes }), document: undefined, opened };
  };
  const read = (text: string, index: number): ReadText | Promise<ReadText> => {
    const strictXml = isStrictXml
      ? { name: texts.length > 1 ? `Text ${index + 1}` : undefined }
      : undefined;
    const own = codesOfTexts?.[index];
    const options = { markup, strictXml, codes: own && own.length > 0 ? own : undefined };
    if (markupReader && isLarge(text)) return openLarge(markupReader, text, options);
    if (strictXml) requireWellFormedXml(text, strictXml.name);
    return readText(text, options);
  };
  const opening: Promise<ReadText>[] = [];
  const begin = mapInTurns(
    texts,
    signal,
    (text) => (isLarge(text) ? 0 : text.length),
    (text, index) => {
      const one = read(text, index);
      if (one instanceof Promise) {
        // A failure is noticed when all of them are awaited.
        one.catch(() => {});
        opening.push(one);
      }
      return one;
    },
  );
  const [begun] = await Promise.allSettled([begin]);
  const opened = await Promise.allSettled(opening);
  const failed = [...opened, begun].find((one) => one.status === 'rejected');
  if (failed) {
    for (const one of opened) if (one.status === 'fulfilled') one.value.opened?.close();
    throw failed.reason;
  }
  const all = await begin;
  // Thousands of small texts were read here, and awaiting each of them takes a while.
  return opening.length === 0 ? (all as readonly ReadText[]) : Promise.all(all);
};

/** The error for translations that terms or segments of a memory make longer than is sent. */
export const translationTooLong = (most: number): AppError =>
  new AppError('invalid_parameter', {
    message: `The glossaries or the translation memory make the translation longer than ${most} characters; send less text in a request.`,
    parameter: 'text',
  });
