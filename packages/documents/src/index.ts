export { type CheckedDocument, checkDocument, toCheckedDocument } from './check-document.js';
export { detectFormat, formatOfExtension, HEAD_BYTES, PICTURES, SAVE_AS } from './detect-format.js';
export { DOCUMENT_ERRORS, DocumentError, type DocumentErrorCode } from './document-error.js';
export { isBrokenMessage } from './formats/icu-messages.js';
export { type DocumentFormat, FORMATS, type FormatDescription } from './formats.js';
export { DEFAULT_LIMITS, type DocumentLimits } from './limits.js';
export { createTmxReader, type TmxReader } from './memories/tmx-reader.js';
export type { TmxCode, TmxText, TmxUnit, TmxVariant } from './memories/write-tmx.js';
export { TMX_TAIL, tmxHead, tmxUnit } from './memories/write-tmx.js';
export type {
  DocumentUnit,
  TranslatableDocument,
  UnitCode,
  WriteOptions,
} from './model.js';
export { type ReadDocumentOptions, readDocument } from './read-document.js';
export { type Message, readMessage, type WrittenMessage } from './read-message.js';
export { readSheet } from './read-sheet.js';
export { type ConceptTerms, readTbx } from './read-tbx.js';
export { countCharacters, keyOfUnit, readableText } from './units/unit.js';
export { type WrittenDocument, writeDocument } from './write-document.js';
