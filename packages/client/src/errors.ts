/** Details of a failure in addition to its message. */
export interface ErrorDetails {
  readonly code: string;
  readonly isRetryable?: boolean;
  readonly status?: number;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  readonly parameter?: string;
  readonly cause?: unknown;
}

/**
 * The base of every error this library throws; only the reason of an aborted signal is thrown
 * unchanged.
 */
export class DragomanError extends Error {
  /** Identifies the failure for programs: the service's error code, or one of this library. */
  readonly code: string;
  /** Whether the same call may succeed later. The library has then retried it already. */
  readonly isRetryable: boolean;
  /** HTTP status, if the service responded. */
  readonly status: number | undefined;
  /** Identifies the request in the service's log; quote it when asking for help. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, from the service. */
  readonly retryAfterSeconds: number | undefined;
  /** The invalid parameter, as named by the service or this library. */
  readonly parameter: string | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.isRetryable = details.isRetryable ?? false;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.parameter = details.parameter;
  }
}

/** A mistake in a call, found before anything was sent. */
export class ArgumentError extends DragomanError {
  constructor(parameter: string, message: string) {
    super(message, { code: 'invalid_argument', parameter });
  }
}

/** The service could not be reached, or the connection broke. */
export class ConnectionError extends DragomanError {}

/** The call took longer than its `timeoutMs`, all attempts and waits together. */
export class TimeoutError extends DragomanError {}

/** The response does not conform to the API. */
export class ResponseError extends DragomanError {}

/** The service could not translate a document; the message says why. */
export class DocumentError extends DragomanError {}

/** The service responded with an error; the classes below say which. */
export class ServiceError extends DragomanError {}

/** 400: a parameter is wrong, or a language is not installed. */
export class BadRequestError extends ServiceError {}

/** 401 or 403: the key is missing or wrong, or lacks a permission. */
export class AuthorizationError extends ServiceError {}

/** 404: nothing there, such as an unknown glossary or a wrong address. */
export class NotFoundError extends ServiceError {}

/** 405: the address is not the one of a translation service. */
export class MethodNotAllowedError extends ServiceError {}

/** 408: the request took too long to arrive. */
export class RequestTimeoutError extends ServiceError {}

/** 413 or 414: the request is too large. */
export class RequestTooLargeError extends ServiceError {}

/** 415: the service does not take JSON. */
export class UnsupportedMediaTypeError extends ServiceError {}

/** 429 or 529: too many requests at the moment. */
export class TooManyRequestsError extends ServiceError {}

/** 456: the key's quota for this billing period is used up. */
export class QuotaExceededError extends ServiceError {}

/** 500: the service failed. */
export class InternalServerError extends ServiceError {}

/** 502 or 503: the service is not ready, or its engine failed. */
export class ServiceUnavailableError extends ServiceError {}

/** 504: the translation took longer than the service allows. */
export class ServiceTimeoutError extends ServiceError {}

const CLASSES: Readonly<Record<number, typeof ServiceError>> = {
  400: BadRequestError,
  401: AuthorizationError,
  403: AuthorizationError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  408: RequestTimeoutError,
  413: RequestTooLargeError,
  414: RequestTooLargeError,
  415: UnsupportedMediaTypeError,
  429: TooManyRequestsError,
  456: QuotaExceededError,
  500: InternalServerError,
  502: ServiceUnavailableError,
  503: ServiceUnavailableError,
  504: ServiceTimeoutError,
  529: TooManyRequestsError,
};

/** The error class of an HTTP status; {@link ServiceError} itself for the unusual ones. */
export const errorClassOf = (status: number): typeof ServiceError =>
  CLASSES[status] ?? ServiceError;
