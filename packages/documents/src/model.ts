import type { InlineCode, TextWithCodes } from '@dragoman/core';
import type { DocumentFormat } from './formats.js';
import type { DocumentLimits } from './limits.js';

/** A paragraph to translate. */
export type Paragraph = TextWithCodes;

/** One inline code of a paragraph, with the source it stands for. */
export interface Code {
  /** See {@link InlineCode}; the two ends of a pair are one code here. */
  readonly kind: 'pair' | 'point' | 'break' | 'kept';
  /** Source of the opening tag, or of the whole point. */
  readonly open: string;
  readonly close: string;
  /** Where `open` is in the part, when other slots may lie inside it: a text box in a line. */
  readonly start?: number | undefined;
  /** A pair that means something only around text: left out where a translation has lost it. */
  readonly isDroppable?: boolean;
  /** What stands around `open` of a point that is cut out of something larger. */
  readonly around?: { readonly before: string; readonly after: string };
  /** What is written instead of `open`. */
  readonly localized?: (options: WriteOptions) => string;
  /** Kept text, as the translator sees it. */
  readonly shown?: string;
  /** What has to be around text directly inside. */
  readonly run?: TextWrapper;
}

/** What has to stand around every piece of text, such as a run of WordprocessingML. */
export interface TextWrapper {
  readonly before: (options: WriteOptions) => string;
  readonly after: string;
}

/** A part of a paragraph. `code` is an index into the codes of its slot. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open' | 'close' | 'point'; readonly code: number };

/** A place of a part that a paragraph's translation goes to. Several may share one paragraph. */
export interface Slot {
  readonly start: number;
  readonly end: number;
  readonly paragraph: number;
  readonly codes: readonly Code[];
  /** What stays before and after the text to translate, but inside the place. */
  readonly before: readonly Inline[];
  /** The text with its codes; empty for a paragraph of plain text. */
  readonly core: readonly Inline[];
  readonly after: readonly Inline[];
  readonly run?: TextWrapper | undefined;
  readonly encode: (text: string) => string;
  /** The translation goes beside the source, so it is written even when it is the same. */
  readonly isAdded?: boolean | undefined;
  /** Paragraphs of which all are written as soon as one of them has changed, where only all make sense. */
  readonly together?: readonly number[] | undefined;
  /** Text that has moved into the paragraphs written together: left out when they are written. */
  readonly isMoved?: boolean | undefined;
  /** Gives the text with its codes its last form. */
  readonly finish?: ((rendered: string, options: WriteOptions) => string) | undefined;
}

/** A replacement in the text of a part. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text in the document that holds paragraphs: the whole file, or an entry of an archive. */
export interface Part {
  readonly name: string;
  readonly text: string;
  readonly slots: readonly Slot[];
  /** What says language and direction. Called once with every writing. */
  readonly localize?: ((options: WriteOptions) => readonly Edit[]) | undefined;
  /** Counts what has to be in the part as often after the translation as before. */
  readonly inventory?: ((text: string) => ReadonlyMap<string, number>) | undefined;
}

/** A document that has been read. `paragraphs` is what there is to translate; the rest writes it back. */
export interface TranslatableDocument {
  readonly format: DocumentFormat;
  /** What it was read with. */
  readonly limits: DocumentLimits;
  readonly paragraphs: readonly Paragraph[];
  readonly parts: readonly Part[];
  /** Puts changed parts into the original. @param changed new text by name of the part */
  readonly pack: (
    changed: ReadonlyMap<string, string>,
    options: WriteOptions,
  ) => PackResult | Promise<PackResult>;
}

/** The bytes of a document, with what its reader should know about them. */
interface PackedDocument {
  readonly bytes: Uint8Array;
  /** Sentences for people. */
  readonly notes: readonly string[];
}

type PackResult = Uint8Array | PackedDocument;

export interface WriteOptions {
  /** BCP 47 tag. Absent: the document goes on saying what it said. */
  readonly targetLanguage?: string;
  /** Default: that of the script the target language is written in. */
  readonly direction?: 'ltr' | 'rtl';
  /** Default: the format that was read. */
  readonly outputFormat?: DocumentFormat;
}

export interface ReadOptions {
  readonly format: DocumentFormat;
  /** Decides the encoding of old text files, and which language of a TMX file is read. */
  readonly sourceLanguage?: string | undefined;
  /** Decides what is still missing in files that hold several languages. */
  readonly targetLanguage?: string | undefined;
  /** What it will be written as, so that a document is refused that cannot be. Default: anything. */
  readonly outputFormat?: DocumentFormat | undefined;
  /** Whether a signature may be lost that the translation makes invalid. */
  readonly dropsSignature?: boolean | undefined;
  /** Whether the first row of a table in text stays as it is. */
  readonly keepsHeader?: boolean | undefined;
  readonly limits: DocumentLimits;
}

/** What a filter makes of bytes. */
export type ReadResult = Pick<TranslatableDocument, 'paragraphs' | 'parts' | 'pack'>;

/** Reads one format. Writing is the same for all: slots filled, parts packed. */
export type Filter = (bytes: Uint8Array, options: ReadOptions) => ReadResult | Promise<ReadResult>;
