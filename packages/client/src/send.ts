import { waitBeforeRetryMs } from './backoff.js';
import { ConnectionError, DragomanError, ResponseError, TimeoutError } from './errors.js';
import { readBytes, readJson } from './read-body.js';
import { readNetworkError, readServiceError } from './read-error.js';
import type { Clock, Settings } from './settings.js';

/** The specific part of a request to the service. */
export interface ServiceRequest {
  /** Path and query below the base address. */
  readonly path: string;
  /** A body, of JSON or a form with a file, makes it a POST. */
  readonly body?: string | FormData;
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

const attemptOnce = async <Content>(
  { path, body }: ServiceRequest,
  deadline: Deadline,
  settings: Settings,
  read: (answer: Response) => Promise<Content>,
): Promise<Content> => {
  const { authKey, baseUrl, userAgent, attemptTimeoutMs, clock } = settings;
  const attempt = startDeadline(attemptTimeoutMs, deadline.signal, clock, noAnswer);
  try {
    const answer = await settings.fetch(`${baseUrl}${path}`, {
      headers: {
        authorization: `Service-Auth-Key ${authKey}`,
        'user-agent': userAgent,
        // A form brings its own type, with the boundary of its parts.
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method: 'POST', body }),
      // Following a redirect would turn a POST into a GET, or send texts to an unintended address.
      redirect: 'manual',
      signal: attempt.signal,
    });
    if (answer.status !== 200) throw await readServiceError(answer, clock.now());
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
