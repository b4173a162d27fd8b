import {
  type MarkupDocument,
  type MarkupOptions,
  readDocument,
  textOf,
} from '../../markup/index.js';

/** A text of a request, and the document it is where markup is to be handled. */
export interface ReadText {
  readonly text: string;
  readonly document: MarkupDocument | undefined;
}

export const readText = (text: string, markup: MarkupOptions | undefined): ReadText => ({
  text,
  document: markup && readDocument(text, markup),
});

/** What there is to read in a text, without its markup. */
export const readableText = ({ text, document }: ReadText): string =>
  document ? textOf(document) : text;
