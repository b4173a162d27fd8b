export { type CheckedDocument, checkDocument, toCheckedDocument } from './check-document.js';
export { detectFormat, formatOfExtension, HEAD_BYTES, PICTURES, SAVE_AS } from './detect-format.js';
export {
  DOCUMENT_ERRORS,
  DocumentError,
  type DocumentErrorCode,
  NO_TEXT,
} from './document-error.js';
export { isBrokenMessage } from './formats/icu-messages.js';
export { type DocumentFormat, FORMATS, type FormatDescription } from './formats.js';
export { DEFAULT_LIMITS, type DocumentLimits } from './limits.js';
export type {
  Paragraph,
  TranslatableDocument,
  WriteOptions,
} from './model.js';
export { countCharacters, keyOfParagraph, readableText } from './paragraph.js';
export { type ReadDocumentOptions, readDocument } from './read-document.js';
export { type Message, readMessage, type WrittenMessage } from './read-message.js';
export { type ConceptTerms, readSheet, readTbx } from './read-terms.js';
export {
  createTmxReader,
  TMX_TAIL,
  type TmxCode,
  type TmxReader,
  type TmxText,
  type TmxUnit,
  type TmxVariant,
  tmxHead,
  tmxUnit,
} from './tmx.js';
export { type WrittenDocument, writeDocument } from './write-document.js';
