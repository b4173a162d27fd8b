import { readRetryAfter } from './backoff.js';
import { ConnectionError, type DragomanError, errorClassOf, type ServiceError } from './errors.js';
import { isObject, readJson } from './read-body.js';

/** An error is a few lines long; anything larger comes from another program. */
const MAX_ERROR_BYTES = 64 * 1024;
const MAX_MESSAGE_CHARACTERS = 1000;

/** Converts an unsuccessful response to the corresponding error. */
export const readServiceError = async (answer: Response, nowMs: number): Promise<ServiceError> => {
  const { status, headers } = answer;
  const content = await readJson(answer.body, MAX_ERROR_BYTES);
  const { message, code, parameter, request_id } = isObject(content) ? content : {};
  const requestId = textOf(request_id) ?? headers.get('x-trace-id') ?? undefined;
  const retryAfterSeconds = readRetryAfter(headers.get('retry-after'), nowMs);
  const parameterName = textOf(parameter);
  const ErrorClass = errorClassOf(status);
  return new ErrorClass(textOf(message) ?? describe(answer), {
    code: textOf(code) ?? `http_${status}`,
    status,
    isRetryable: status === 429 || status >= 500,
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(parameterName !== undefined && { parameter: parameterName }),
  });
};

/** Codes of temporary network failures; others, such as an invalid certificate, are permanent. */
const PASSING = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/**
 * Converts what `fetch` threw to an error of this library. `fetch` itself says no more than "fetch
 * failed".
 */
export const readNetworkError = (error: unknown, baseUrl: string): DragomanError => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = isObject(cause) ? textOf(cause.code) : undefined;
  const reason = code ?? (cause instanceof Error ? cause.message : 'unknown failure');
  return new ConnectionError(
    `The translation service at ${baseUrl} cannot be reached: ${reason}.`,
    {
      code: 'connection_failed',
      isRetryable: code !== undefined && PASSING.has(code),
      cause: error,
    },
  );
};

const describe = ({ status, headers }: Response): string => {
  const location = textOf(headers.get('location'));
  return location === undefined
    ? `The service responded with status ${status}.`
    : `The service redirects to ${location}; use that address.`;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_MESSAGE_CHARACTERS) : undefined;
