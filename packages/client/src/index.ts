export type {
  DocumentParameters,
  DocumentProgress,
  SourceDocument,
  TranslateDocumentOptions,
  TranslatedDocument,
} from './documents.js';
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
} from './errors.js';
export type { SourceLanguageCode, TargetLanguageCode } from './languages.js';
export type {
  SourceLanguage,
  TargetLanguage,
  TextResult,
  Usage,
  UsageCount,
} from './results.js';
export type { Clock, TranslatorOptions } from './settings.js';
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
} from './translate-options.js';
export { Translator } from './translator.js';
