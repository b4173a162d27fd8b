import { AppError } from '@dragoman/contract';
import { SaxesParser } from 'saxes';
import type { TextRange } from '../ranges.js';
import { OBJECT_CHARACTER } from '../sentinels.js';
import { classify, type MarkupItem } from './classify.js';
import { elementRules } from './element-rules.js';
import { findParagraphs, type Paragraph, type ParagraphSyntax } from './paragraph.js';
import type { MarkupOptions } from './token.js';
import { tokenize } from './tokenize.js';

/**
 * Formatting in a text whose caller has read its format already, as data: a paragraph of a Word
 * file has it, for example.
 *
 * `open`, `close`: the two ends of formatting around words, which have one `id` and never cross
 * others; `point`: something without words, such as a picture; `break`: ends the sentence, as a
 * line break does; `kept`: covers words that stay as they are.
 */
export interface InlineCode {
  readonly kind: 'open' | 'close' | 'point' | 'break' | 'kept';
  readonly id: number;
  /** Where it is in the text, in UTF-16 code units. */
  readonly at: number;
  /** How many UTF-16 code units of the text it covers: 0, except for `kept`. */
  readonly length: number;
}

/** A text with its codes, in order. Several may be at one place. */
export interface TextWithCodes {
  readonly text: string;
  readonly codes: readonly InlineCode[];
}

/** A marked text as translation sees it: stretches of text, and bytes between them nobody touches. */
export interface MarkedText {
  readonly source: string;
  readonly syntax: ParagraphSyntax;
  readonly paragraphs: readonly Paragraph[];
  /** Puts it together again, in the form in which it was given. */
  write(parts: readonly OutputPart[]): RenderedText;
}

/** A part of a translated text: new text, or a range of the source, which stays as it is. */
export type OutputPart = string | TextRange;

/** A marked text with another text; it has codes if it was given with codes. */
export type RenderedText = Pick<TextWithCodes, 'text'> & Partial<TextWithCodes>;

const MAX_ITEMS = 8;
const HAS_WORD = /[\p{L}{]/u;

/**
 * Makes one point of a raised number or sign: `word<sup>1</sup>`, `<sup><a href="#n">[2]</a></sup>`.
 * Read as part of the word before it, the word would be unknown to any engine.
 */
const foldFootnoteMarks = (source: string, items: readonly MarkupItem[]): readonly MarkupItem[] => {
  if (!items.some(beginsMark)) return items;
  const folded: MarkupItem[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as MarkupItem;
    const last = beginsMark(item) ? closeOf(source, items, index) : 0;
    if (last > index) {
      folded.push({ ...item, kind: 'point', end: (items[last] as MarkupItem).end });
      index = last;
    } else {
      folded.push(item);
    }
  }
  return folded;
};

const beginsMark = ({ kind, name }: MarkupItem): boolean => kind === 'open' && name === 'sup';

/** The item that closes a mark without letters; 0 where it is none. */
const closeOf = (source: string, items: readonly MarkupItem[], open: number): number => {
  const limit = Math.min(items.length, open + MAX_ITEMS);
  for (let index = open + 1; index < limit; index++) {
    const { kind, name, start, end } = items[index] as MarkupItem;
    if (kind === 'close' && name === 'sup') return index;
    if (kind === 'boundary' || kind === 'object') return 0;
    if (kind === 'text' && HAS_WORD.test(source.slice(start, end))) return 0;
  }
  return 0;
};

/**
 * Reads a marked text. Nothing is refused: what is malformed is carried through. Takes time in
 * proportion to the length of the marked text.
 */
export const readMarkedText = (source: string, options: MarkupOptions): MarkedText => {
  const tokens = tokenize(source, options.syntax);
  const { syntax } = options;
  const items = classify(source, tokens, elementRules(source, tokens, options));
  const read = syntax === 'html' ? foldFootnoteMarks(source, items) : items;
  return {
    source,
    syntax,
    paragraphs: findParagraphs(source, read, syntax),
    write: (written) => ({
      text: written
        .map((part) => (typeof part === 'string' ? part : source.slice(part.start, part.end)))
        .join(''),
    }),
  };
};

/** The text of a marked text without its markup, a line for each stretch; for language detection. */
export const textOf = ({ paragraphs }: MarkedText): string =>
  paragraphs.map((paragraph) => paragraph.text.replaceAll(OBJECT_CHARACTER, ' ')).join('\n');

/**
 * Checks that a text is well-formed XML: a whole document if it begins like one, else content as
 * it may stand inside an element. References to entities that a document type may declare pass.
 *
 * @param name what the text is called in the message, such as `Text 2`
 * @throws AppError `invalid_parameter` for `text`, with the line, the reason and the element
 */
export const requireWellFormedXml = (text: string, name?: string): void => {
  const isDocument = /^\ufeff?\s*<(?:\?xml[\s?]|!DOCTYPE\s)/.test(text);
  const parser = new SaxesParser({ fragment: !isDocument, position: true });
  const open: string[] = [];
  parser.on('opentagstart', (tag) => open.push(tag.name));
  let closed: string | undefined;
  parser.on('closetag', () => {
    closed = open.pop();
  });
  parser.on('error', (error) => {
    if (error.message.endsWith('undefined entity.')) return;
    // The parser has already closed the element without an end tag.
    const isOpen = !error.message.endsWith('unexpected close tag.');
    const place = name === undefined ? `Line ${parser.line}` : `${name}, line ${parser.line}`;
    throw new AppError('invalid_parameter', {
      parameter: 'text',
      message: `Tag handling parsing failed, please check input. ${place}: ${describe(error, isOpen ? open.at(-1) : closed)}.`,
      cause: error,
    });
  });
  parser.write(text).close();
};

/** Longer names of elements are cut. */
const MAX_NAME_CHARACTERS = 40;

const describe = (error: Error, element: string | undefined): string => {
  const reason = error.message.replace(/^[\d:]*: /, '').replace(/\.$/, '');
  const isNamed = element === undefined || reason.endsWith(`: ${element}`);
  const place = isNamed ? '' : ` in <${element.slice(0, MAX_NAME_CHARACTERS)}>`;
  return `${reason.slice(0, 2 * MAX_NAME_CHARACTERS)}${place}`;
};
