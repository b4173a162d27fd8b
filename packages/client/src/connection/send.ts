import { waitBeforeRetryMs } from './backoff.js';
import { type Deadline, startDeadline, wait } from './deadline.js';
import { ConnectionError, DragomanError, ResponseError } from './errors.js';
import { parseJson, readBody } from './read-body.js';
import { readNetworkError, readServiceError } from './read-error.js';
import type { Settings } from './settings.js';

/** The specific part of a request to the service. */
export interface ServiceRequest {
  /** Path and query below the base address. */
  readonly path: string;
  /** A JSON body makes it a POST. */
  readonly body?: string;
}

/** Sends a request, retries it where that may help, and returns the parsed JSON of the response. */
export type Send = (request: ServiceRequest, deadline: Deadline) => Promise<unknown>;

/**
 * The translation of 128 KiB of text cannot be larger than this in any language, including escapes.
 */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

export const createSend = (settings: Settings): Send => {
  const { maxRetries, clock } = settings;
  return async (request, deadline) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await attemptOnce(request, deadline, settings);
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

const attemptOnce = async (
  { path, body }: ServiceRequest,
  deadline: Deadline,
  settings: Settings,
): Promise<unknown> => {
  const { authKey, baseUrl, userAgent, attemptTimeoutMs, clock } = settings;
  const attempt = startDeadline(attemptTimeoutMs, deadline.signal, clock, noAnswer);
  try {
    const answer = await settings.fetch(`${baseUrl}${path}`, {
      headers: {
        authorization: `Service-Auth-Key ${authKey}`,
        'user-agent': userAgent,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method: 'POST', body }),
      // Following a redirect would turn a POST into a GET, or send texts to an unintended address.
      redirect: 'manual',
      signal: attempt.signal,
    });
    if (answer.status !== 200) throw await readServiceError(answer, clock.now());
    const content = parseJson(await readBody(answer.body, MAX_ANSWER_BYTES));
    if (content === undefined) throw unreadable('it is not JSON, or too large');
    return content;
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
