import {
  ConnectionError,
  DragomanError,
  errorClassOf,
  ResponseError,
  type ServiceError,
  TimeoutError,
} from './errors.js';
import type { Clock, Settings } from './settings.js';

/** The specific part of a request to the service. */
interface ServiceRequest {
  /** Path and query below the base address. */
  readonly path: string;
  /** A body, of JSON or a form with a file, makes it a POST. */
  readonly body?: string | FormData;
  /** @default POST, with a body */
  readonly method?: 'POST' | 'DELETE';
  /** Of a file that is sent or received, for which an attempt gets more time. */
  readonly fileBytes?: number;
}

/** A file as the service returns it. */
export interface ReceivedFile {
  readonly content: Uint8Array;
  /** The `Content-Disposition` header, which contains the file's name. */
  readonly disposition: string;
}

/** A time limit, combined with the caller's signal. */
export interface Deadline {
  /** Aborts at the deadline, with a {@link TimeoutError}, or with the caller's own reason. */
  readonly signal: AbortSignal;
  remainingMs(): number;
  /** Removes the timer and the listener. Call it when the work is done. */
  end(): void;
}

/**
 * @param outer the caller's signal; its reason is passed on unchanged
 * @param explain the reason given when the time is up
 */
export const startDeadline = (
  timeoutMs: number,
  outer: AbortSignal | undefined,
  clock: Clock,
  explain: (timeoutMs: number) => Error = timeIsUp,
): Deadline => {
  const endsAtMs = clock.now() + timeoutMs;
  const controller = new AbortController();
  const stop = () => controller.abort(outer?.reason);
  const stopTimer = clock.startTimer(timeoutMs, () => controller.abort(explain(timeoutMs)));
  // Not AbortSignal.any: on Node 20 it leaks memory with a long-lived outer signal.
  if (outer?.aborted) stop();
  else outer?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAtMs - clock.now()),
    end() {
      stopTimer();
      outer?.removeEventListener('abort', stop);
    },
  };
};

const timeIsUp = (timeoutMs: number): TimeoutError =>
  new TimeoutError(`The call took longer than ${timeoutMs} ms.`, {
    code: 'timeout',
    isRetryable: true,
  });

/**
 * Resolves after the given time in milliseconds.
 *
 * @throws the reason of the signal when that aborts first
 */
export const wait = (milliseconds: number, signal: AbortSignal, clock: Clock): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      stopTimer();
      reject(signal.reason);
    };
    const stopTimer = clock.startTimer(milliseconds, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

/** Sends requests, and retries them where that may help. */
export interface Sender {
  /** @returns the parsed JSON of the response */
  json(request: ServiceRequest, deadline: Deadline): Promise<unknown>;
  file(request: ServiceRequest, deadline: Deadline): Promise<ReceivedFile>;
  /** For a response without content. */
  empty(request: ServiceRequest, deadline: Deadline): Promise<void>;
}

/**
 * The translation of 128 KiB of text cannot be larger than this in any language, including escapes.
 */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
/** A document of 30 MiB can grow when it is translated. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

export const createSender = (settings: Settings): Sender => ({
  json: createSend(settings, async ({ body }) => {
    const content = await readJson(body, MAX_ANSWER_BYTES);
    if (content === undefined) throw unreadable('it is not JSON, or too large');
    return content;
  }),
  file: createSend(settings, async ({ body, headers }) => {
    const content = await readBytes(body, MAX_FILE_BYTES);
    if (content === undefined) throw unreadable('the file is too large');
    return { content, disposition: headers.get('content-disposition') ?? '' };
  }),
  empty: createSend(settings, async ({ body }) => body?.cancel()),
});

const createSend = <Content>(
  settings: Settings,
  read: (answer: Response) => Promise<Content>,
): ((request: ServiceRequest, deadline: Deadline) => Promise<Content>) => {
  const { maxRetries, clock } = settings;
  return async (request, deadline) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await attemptOnce(request, deadline, settings, read);
      } catch (error) {
        deadline.signal.throwIfAborted();
        if (!(error instanceof DragomanError && error.isRetryable)) throw error;
        if (attempt >= maxRetries) throw error;
        const waitMs = waitBeforeRetryMs(attempt, error.retryAfterSeconds, clock.random());
        // If the deadline is earlier than the retry, waiting for it would only delay the error.
        if (waitMs >= deadline.remainingMs()) throw error;
        await wait(waitMs, deadline.signal, clock);
      }
    }
  };
};

/** A line of a quarter of a megabit per second. */
const SLOW_BYTES_PER_MS = 32;

const attemptOnce = async <Content>(
  { path, body, method = 'POST', fileBytes = 0 }: ServiceRequest,
  deadline: Deadline,
  settings: Settings,
  read: (answer: Response) => Promise<Content>,
): Promise<Content> => {
  const { authKey, baseUrl, userAgent, attemptTimeoutMs, clock } = settings;
  const timeoutMs = attemptTimeoutMs + Math.floor(fileBytes / SLOW_BYTES_PER_MS);
  const attempt = startDeadline(timeoutMs, deadline.signal, clock, noAnswer);
  try {
    const answer = await settings.fetch(`${baseUrl}${path}`, {
      headers: {
        authorization: `Service-Auth-Key ${authKey}`,
        'user-agent': userAgent,
        // A form brings its own type, with the boundary of its parts.
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method, body }),
      // Following a redirect would turn a POST into a GET, or send texts to an unintended address.
      redirect: 'manual',
      signal: attempt.signal,
    });
    if (answer.status !== 200 && answer.status !== 204)
      throw await readServiceError(answer, clock.now());
    return await read(answer);
  } catch (error) {
    attempt.signal.throwIfAborted();
    throw error instanceof DragomanError ? error : readNetworkError(error, baseUrl);
  } finally {
    attempt.end();
  }
};

/** The error for a response that does not conform to the API. */
export const unreadable = (reason: string): ResponseError =>
  new ResponseError(`The response of the service cannot be read: ${reason}.`, {
    code: 'unreadable_answer',
  });

const noAnswer = (timeoutMs: number): ConnectionError =>
  new ConnectionError(`The translation service did not answer within ${timeoutMs} ms.`, {
    code: 'no_answer',
    isRetryable: true,
  });

/** An error is a few lines long; anything larger comes from another program. */
const MAX_ERROR_BYTES = 64 * 1024;
const MAX_MESSAGE_CHARACTERS = 1000;

/** Converts an unsuccessful response to the corresponding error. */
const readServiceError = async (answer: Response, nowMs: number): Promise<ServiceError> => {
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
const readNetworkError = (error: unknown, baseUrl: string): DragomanError => {
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

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * How long to wait before a retry: twice as long each time, minus a random amount of up to a half,
 * so that clients that were refused together do not retry together. Never shorter than
 * `Retry-After`.
 *
 * @param attempt 0 before the first retry
 * @param random from 0 to below 1
 */
export const waitBeforeRetryMs = (
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number => {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  const wait = longest * (1 - random / 2);
  const asked = (retryAfterSeconds ?? 0) * 1000;
  return asked > wait ? asked + (FIRST_WAIT_MS / 2) * random : wait;
};

/**
 * Seconds of a `Retry-After` header, given in seconds or as a date.
 *
 * @param nowMs milliseconds since 1970
 */
export const readRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const dateMs = Date.parse(header);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
};

/**
 * Reads a body up to a maximum size.
 *
 * @returns undefined when it is larger than `maxBytes`; the rest is then discarded
 */
const readBytes = async (
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | undefined> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Reads a body of JSON up to a maximum size.
 *
 * @returns undefined if it is not JSON, or larger than `maxBytes`
 */
const readJson = async (
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
): Promise<unknown> => {
  const bytes = await readBytes(body, maxBytes);
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
};

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
