import { AppError } from '@dragoman/contract';
import { decodeHTML, encodeNonAsciiHTML } from 'entities';
import { mapYielding } from '../event-loop.js';
import { readCodes } from '../markup/codes.js';
import {
  type InlineCode,
  type MarkedText,
  readMarkedText,
  requireWellFormedXml,
  textOf,
} from '../markup/marked-text.js';
import type { MarkupOptions } from '../markup/token.js';
import type { SegmentPair } from '../segmentation/segmentation.js';
import type { TextOptions, TranslationRequest } from './request.js';
import type { Stage } from './sentence-job.js';

/** How a text is to be read. */
export interface OpenOptions {
  /** Undefined for plain text. */
  readonly markup: MarkupOptions | undefined;
  /** Set where malformed XML is to be refused: what the message calls the text, such as `Text 2`. */
  readonly strictXml: { readonly name: string | undefined } | undefined;
  /** The codes of a text that has some; it has no markup then. */
  readonly codes?: readonly InlineCode[] | undefined;
}

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
  /**
   * @param translate gives jobs their translations
   * @returns the text, translated, with its markup
   */
  translate(options: TextOptions, translate: Stage): Promise<AssembledText>;
  /** Frees what was read. Idempotent. */
  close(): void;
}

/** A text of a request, read with its markup or codes where it has any. */
export interface ReadText {
  readonly text: string;
  readonly codes?: readonly InlineCode[];
  readonly marked: MarkedText | undefined;
  /** The message that the text is a branch of. */
  readonly message?: number | undefined;
  /** The text as the markup reader has it; there is no marked text here then. */
  readonly opened?: OpenedText;
}

export const readText = (
  text: string,
  { markup, codes }: Pick<OpenOptions, 'markup' | 'codes'>,
): ReadText =>
  codes
    ? { text, codes, marked: readCodes({ text, codes }) }
    : { text, marked: markup && readMarkedText(text, markup) };

/** The answer for a text that is not translated. */
export const untranslated = ({ text, codes }: ReadText): AssembledText =>
  codes ? { text, codes } : { text };

/** What there is to read in a text, without its markup and character references. */
export const readableText = ({ text, marked, opened }: ReadText): string =>
  opened?.readable ?? (marked ? textOf(marked) : (characterReferences(text)?.read(text) ?? text));

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
    messages,
    options: { markup, isStrictXml },
  }: Pick<TranslationRequest, 'texts' | 'codes' | 'messages' | 'options'>,
  markupReader: MarkupReader | undefined,
  signal: AbortSignal,
): Promise<readonly ReadText[]> => {
  const isLarge = (text: string): boolean =>
    markupReader !== undefined && text.length > markupReader.minCharacters;
  const openLarge = async (
    reader: MarkupReader,
    text: string,
    options: OpenOptions,
    message: number | undefined,
  ): Promise<ReadText> => {
    const opened = await reader.open(text, options, signal);
    const { codes } = options;
    return { text, ...(codes && { codes }), marked: undefined, message, opened };
  };
  const read = (text: string, index: number): ReadText | Promise<ReadText> => {
    const strictXml = isStrictXml
      ? { name: texts.length > 1 ? `Text ${index + 1}` : undefined }
      : undefined;
    const own = codesOfTexts?.[index];
    const options = { markup, strictXml, codes: own && own.length > 0 ? own : undefined };
    const message = messages?.[index];
    if (markupReader && isLarge(text)) return openLarge(markupReader, text, options, message);
    if (strictXml) requireWellFormedXml(text, strictXml.name);
    return { ...readText(text, options), message };
  };
  const opening: Promise<ReadText>[] = [];
  const begin = mapYielding(
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

/** What programs write into plain text that will be shown as HTML: `&#39;`, `&apos;`, `&eacute;`. */
const REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});/g;
/** Signs and letters that people read. Spaces, controls and what is no character stay as written. */
const READABLE = /^(?:(?!\ufffd)[\p{L}\p{M}\p{N}\p{P}\p{S}])+$/u;
/** Where one of these also stands for itself, a reference to it means something else than the sign. */
const SYNTAX = new Set(['&', '<', '>']);
const NON_ASCII = /[^\0-\x7f]/;
const NON_ASCII_RUN = /[^\0-\x7f]+/g;

/** The character references of a plain text: how to read it, and how to write what replaces it. */
interface CharacterReferences {
  /** A part of the text as people read it. */
  read(part: string): string;
  /** A translation of a part, with references where the text had them. */
  write(translated: string): string;
}

/**
 * Finds out how a plain text uses character references.
 *
 * A sign that the text only writes as a reference is one in its translation, too. Where the text
 * has no letter beyond ASCII but in references, neither does its translation.
 *
 * @returns undefined for a text without any that can be read
 */
export const characterReferences = (text: string): CharacterReferences | undefined => {
  if (!text.includes('&')) return undefined;
  const references = new Map<string, string>();
  const rest = text.replace(REFERENCE, (reference) => {
    const sign = decodeHTML(reference);
    if (sign === reference || !READABLE.test(sign)) return reference;
    if (!references.has(sign)) references.set(sign, reference);
    return '';
  });
  for (const sign of SYNTAX) if (rest.includes(sign)) references.delete(sign);
  if (references.size === 0) return undefined;
  const written = new Map([...references].filter(([sign]) => !rest.includes(sign)));
  const beyondAscii = [...written].find(([sign]) => NON_ASCII.test(sign));
  const isAscii = beyondAscii !== undefined && !NON_ASCII.test(rest);
  const isNumeric = beyondAscii?.[1].startsWith('&#') === true;
  return {
    read: (part) =>
      part.replace(REFERENCE, (reference) => {
        const sign = decodeHTML(reference);
        return references.has(sign) ? sign : reference;
      }),
    write(translated) {
      const encoded = Array.from(translated, (sign) => written.get(sign) ?? sign).join('');
      if (!isAscii) return encoded;
      return encoded.replace(NON_ASCII_RUN, isNumeric ? decimalReferences : encodeNonAsciiHTML);
    },
  };
};

const decimalReferences = (signs: string): string =>
  Array.from(signs, (sign) => `&#${sign.codePointAt(0)};`).join('');
