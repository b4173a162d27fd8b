import { type MarkupDocument, type MarkupOptions, readDocument, textOf } from '../markup/index.js';
import { characterReferences } from './character-references.js';
import type { OpenedText } from './opened-text.js';

/** A text of a request, and the document it is where markup is to be handled. */
export interface ReadText {
  readonly text: string;
  readonly document: MarkupDocument | undefined;
  /** The text as it was read elsewhere; there is no document here then. */
  readonly opened?: OpenedText;
}

export const readText = (text: string, markup: MarkupOptions | undefined): ReadText => ({
  text,
  document: markup && readDocument(text, markup),
});

/** What there is to read in a text, without its markup and character references. */
export const readableText = ({ text, document, opened }: ReadText): string =>
  opened?.readable ??
  (document ? textOf(document) : (characterReferences(text)?.read(text) ?? text));
