export { type CheckedDocument, checkDocument, toCheckedDocument } from './check-document.js';
export { detectFormat, formatOfExtension } from './detect-format.js';
export { DOCUMENT_ERRORS, DocumentError, type DocumentErrorCode } from './document-error.js';
export { type DocumentFormat, FORMATS, type FormatDescription } from './formats.js';
export { DEFAULT_LIMITS, type DocumentLimits } from './limits.js';
export * from './memories/index.js';
export {
  type TranslatableDocument,
  UNIT_TAGS,
  type Unit,
  type WriteOptions,
} from './model.js';
export { type ReadDocumentOptions, readDocument } from './read-document.js';
export * from './terms.js';
export { countCharacters } from './units/count-characters.js';
export { type WrittenDocument, writeDocument } from './write-document.js';
