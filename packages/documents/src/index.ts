export { type CheckedDocument, checkDocument, toCheckedDocument } from './check-document.js';
export { DOCUMENT_ERRORS, DocumentError, type DocumentErrorCode } from './common/document-error.js';
export { type DocumentFormat, FORMATS, type FormatDescription } from './common/formats.js';
export { DEFAULT_LIMITS, type DocumentLimits } from './common/limits.js';
export {
  type TranslatableDocument,
  UNIT_TAGS,
  type Unit,
  type WriteOptions,
} from './common/model.js';
export { detectFormat, formatOfExtension } from './detect-format.js';
export * from './memories/index.js';
export { type ReadDocumentOptions, readDocument } from './read-document.js';
export * from './terms/index.js';
export { countCharacters } from './units/count-characters.js';
export { type WrittenDocument, writeDocument } from './write-document.js';
