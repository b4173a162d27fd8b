/**
 * Every reason a document is refused. One row a code; the message is fit for the user who sent the
 * file and holds nothing of its content.
 */
export const DOCUMENT_ERRORS = {
  unsupported_format: 'This kind of file is not supported.',
  outdated_format: 'This kind of file is not supported.',
  output_format_unsupported: 'The document cannot be written in the output format asked for.',
  format_mismatch: 'The content of the file is not what its name says.',
  empty_file: 'The file is empty.',
  encrypted: 'The document is encrypted. Remove its password and send it again.',
  truncated: 'The file is cut off or damaged.',
  malformed: 'The file could not be read.',
  too_large: 'The document is too large.',
  scanned_pdf: 'The PDF holds pictures of pages and no text. Run text recognition on it first.',
  unreadable_pdf:
    'The text of the PDF cannot be read: it is vertical or mirrored, or nothing tells its letters.',
  signed_pdf:
    'The PDF is signed, and the signature would not hold for the translation. Send drop_signature with it, or choose another output format.',
  xfa_form:
    'The PDF is an XFA form, whose pages cannot be translated. Choose another output format.',
  fonts_missing: 'The server has no font for the language, so that no PDF can be written in it.',
  already_translated:
    'The document holds no text to translate. All of its entries have a translation already, or are not to be translated.',
  nothing_translated: 'Nothing in the document could be translated.',
} as const;

/** What somebody should know whose document comes back as it was. */
export const NO_TEXT = 'The document holds no text to translate.';
/** What the reader of a translation with macros should know. */
export const MACROS_KEPT = 'The macros of the document were kept as they were.';

export type DocumentErrorCode = keyof typeof DOCUMENT_ERRORS;

/** A document that cannot be read or written, and why. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;

  /** @param detail a further sentence for the user, such as the place of the mistake */
  constructor(code: DocumentErrorCode, detail?: string, options?: ErrorOptions) {
    super(detail ? `${DOCUMENT_ERRORS[code]} ${detail}` : DOCUMENT_ERRORS[code], options);
    this.code = code;
  }
}
