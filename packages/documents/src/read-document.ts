import { DocumentError } from './document-error.js';
import { filterOf } from './filters.js';
import { type DocumentFormat, FORMATS } from './formats.js';
import { DEFAULT_LIMITS, type DocumentLimits } from './limits.js';
import type { TranslatableDocument } from './model.js';

export interface ReadDocumentOptions {
  readonly format: DocumentFormat;
  /** BCP 47 tag. Decides the encoding of old text files, and which language of a TMX file is read. */
  readonly sourceLanguage?: string;
  /** BCP 47 tag. Decides what is still missing in files that hold several languages. */
  readonly targetLanguage?: string;
  /** What it will be written as, so that a document is refused that cannot be. Default: anything. */
  readonly outputFormat?: DocumentFormat;
  /** Whether a signature may be lost that the translation makes invalid. @default false */
  readonly dropsSignature?: boolean;
  /** Whether the first row of a table in text stays as it is. @default false */
  readonly keepsHeader?: boolean;
  /** Default: {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<DocumentLimits>;
}

/**
 * Reads a document into the units to translate and what is needed to write it back.
 *
 * @throws DocumentError for every file that cannot be translated, with the reason
 */
export const readDocument = async (
  bytes: Uint8Array,
  { limits, ...wanted }: ReadDocumentOptions,
): Promise<TranslatableDocument> => {
  if (bytes.length === 0) throw new DocumentError('empty_file');
  const allLimits = { ...DEFAULT_LIMITS, ...limits };
  const { format } = wanted;
  const options = { ...wanted, limits: allLimits };
  const read = await filterOf(format);
  const document = await refuseAsDocumentError(async () => read(bytes, options));
  if (document.units.length === 0) {
    throw new DocumentError(
      'nothing_to_translate',
      FORMATS[format].isBilingual
        ? 'All of its entries have a translation already, or are not to be translated.'
        : undefined,
    );
  }
  return { format, limits: allLimits, ...document };
};

/** Parsers throw errors of their own; to the user they all mean that the file is at fault. */
export const refuseAsDocumentError = async <Result>(
  read: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError('malformed', undefined, { cause: error });
  }
};
