import { readBounded } from '../platform/read-bounded.js';

const TIMEOUT_MS = 5000;
/** A longer response to a short question is not from Dragoman. */
const MAX_ANSWER_BYTES = 100_000;

/** The response of a server. */
interface ServerAnswer {
  readonly status: number;
  /** Undefined if it was not JSON. */
  readonly body: unknown;
}

export interface Question {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default POST with a body, GET without one */
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** @default 5 seconds */
  readonly timeoutMs?: number;
  /** Of a longer response the body is undefined. @default 100,000 */
  readonly maxAnswerBytes?: number;
}

/**
 * Asks a server a question once.
 *
 * @returns undefined if nothing responds in time
 * @throws the signal's reason once it aborts
 */
export const askServer = async (
  url: string,
  { signal, headers = {}, body, ...question }: Question,
): Promise<ServerAnswer | undefined> => {
  const { timeoutMs = TIMEOUT_MS, maxAnswerBytes = MAX_ANSWER_BYTES } = question;
  const hasBody = body !== undefined;
  try {
    const response = await fetch(url, {
      method: question.method ?? (hasBody ? 'POST' : 'GET'),
      headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
      ...(hasBody && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      redirect: 'error',
    });
    const bytes = response.body ? await readBounded(response.body, maxAnswerBytes) : undefined;
    return { status: response.status, body: bytes && parse(bytes.toString()) };
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
