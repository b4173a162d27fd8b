export {
  ArgumentError,
  AuthorizationError,
  BadRequestError,
  ConnectionError,
  DocumentError,
  DragomanError,
  InternalServerError,
  MethodNotAllowedError,
  NotFoundError,
  QuotaExceededError,
  RequestTimeoutError,
  RequestTooLargeError,
  ResponseError,
  ServiceError,
  ServiceTimeoutError,
  ServiceUnavailableError,
  TimeoutError,
  TooManyRequestsError,
  UnsupportedMediaTypeError,
} from './connection/errors.js';
export type {
  SourceLanguage,
  TargetLanguage,
  TextResult,
  Usage,
  UsageCount,
} from './connection/results.js';
export type { Clock, TranslatorOptions } from './connection/settings.js';
export type {
  DocumentParameters,
  DocumentProgress,
  SourceDocument,
  TranslateDocumentOptions,
} from './documents/document-options.js';
export type { TranslatedDocument } from './documents/read-document.js';
export type { SourceLanguageCode, TargetLanguageCode } from './request/known-languages.js';
export type {
  CallOptions,
  Formality,
  ModelType,
  Progress,
  SplitSentences,
  TagHandling,
  TagHandlingVersion,
  TranslateTextOptions,
  TranslationParameters,
} from './request/translate-options.js';
export { Translator } from './translator.js';
