import { ArgumentError } from './errors.js';
import {
  type CallOptions,
  pickParameters,
  type TranslationParameters,
} from './translate-options.js';

/** How documents are translated; the service has defaults for all options. */
export interface DocumentParameters
  extends Pick<
    TranslationParameters,
    | 'formality'
    | 'glossaryId'
    | 'glossaryIds'
    | 'styleId'
    | 'translationMemoryId'
    | 'translationMemoryThreshold'
  > {
  /** Extension of the format to write, such as `docx` for a PDF. */
  readonly outputFormat?: string;
  /** Whether a signed PDF is translated although its signature is lost with that. */
  readonly dropSignature?: boolean;
  /** Whether the first row of a CSV or TSV file is left as it is. @default false */
  readonly keepHeader?: boolean;
}

/** How far a document is. */
export interface DocumentProgress {
  readonly state: 'queued' | 'translating' | 'done';
  /** The service's estimate, once it has one. */
  readonly secondsRemaining?: number;
}

export interface TranslateDocumentOptions extends DocumentParameters, CallOptions {
  /** Called whenever the service has said how far the document is. */
  readonly onProgress?: (progress: DocumentProgress) => void;
}

/** A file to translate. */
export interface SourceDocument {
  /** The whole file. */
  readonly content: Uint8Array | Blob;
  /** Its name; the extension tells the format. */
  readonly fileName: string;
}

const WIRE_NAMES = {
  formality: 'formality',
  glossaryId: 'glossary_id',
  glossaryIds: 'glossary_ids',
  styleId: 'style_id',
  translationMemoryId: 'translation_memory_id',
  translationMemoryThreshold: 'translation_memory_threshold',
  outputFormat: 'output_format',
  dropSignature: 'drop_signature',
  keepHeader: 'keep_header',
} as const satisfies Record<keyof DocumentParameters, string>;

/**
 * The form of an upload.
 *
 * @throws ArgumentError for an unknown option, or a file without a name
 */
export const toDocumentForm = (
  { content, fileName }: SourceDocument,
  languages: Readonly<Record<'source_lang' | 'target_lang', string | undefined>>,
  options: TranslateDocumentOptions,
): FormData => {
  if (typeof fileName !== 'string' || fileName === '') {
    throw new ArgumentError('fileName', 'A document needs a file name; it tells the format.');
  }
  if (!(content instanceof Uint8Array || content instanceof Blob)) {
    throw new ArgumentError('content', 'The content must be a Uint8Array, a Buffer or a Blob.');
  }
  const form = new FormData();
  const fields = { ...languages, ...pickParameters(options, WIRE_NAMES) };
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(name, String(value));
  }
  form.set('file', new Blob([content]), fileName);
  return form;
};
