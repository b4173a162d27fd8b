const TIMEOUT_MS = 5000;
const MAX_ANSWER_CHARACTERS = 100_000;

/** The response of a server. */
export interface ServerAnswer {
  readonly status: number;
  /** Undefined if it was not JSON. */
  readonly body: unknown;
}

export interface Question {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it, the request is a GET. */
  readonly body?: unknown;
}

/**
 * Asks a server a short question once.
 *
 * @returns undefined if nothing responds in time
 * @throws the signal's reason once it aborts
 */
export const askServer = async (
  url: string,
  { signal, headers = {}, body }: Question,
): Promise<ServerAnswer | undefined> => {
  try {
    const response = await fetch(url, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      redirect: 'error',
    });
    return { status: response.status, body: parse(await readBounded(response)) };
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
};

const readBounded = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // A response this long is not from Dragoman.
    if (text.length > MAX_ANSWER_CHARACTERS) return '';
  }
  return text;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
