import { ERROR_BODY, MEBIBYTE } from '@dragoman/contract';
import { readBounded } from '../read-bounded.js';
import { CommandError, EXIT_CODES } from './command.js';

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

/** A dictionary of 10 MiB on a slow line. */
const CALL_TIMEOUT_MS = 120_000;
/** The same, where every character is escaped. */
const MAX_CALL_ANSWER_BYTES = 64 * MEBIBYTE;

/**
 * Makes a call with the key of its user.
 *
 * @param path begins with a slash
 * @returns the body of the response, undefined for an empty one
 * @throws CommandError with the reason of the server, or that it does not respond
 */
type CallServer = (method: string, path: string, body?: object) => Promise<unknown>;

/** Makes calls to a server. They throw the signal's reason once it aborts. */
export const createCallServer =
  (server: string, key: string, signal: AbortSignal): CallServer =>
  async (method, path, body) => {
    const answer = await askServer(server + path, {
      signal,
      method,
      body,
      headers: { authorization: `Service-Auth-Key ${key}` },
      timeoutMs: CALL_TIMEOUT_MS,
      maxAnswerBytes: MAX_CALL_ANSWER_BYTES,
    });
    if (!answer) {
      throw new CommandError(`No server responds at ${server}. Omit --server to use the database.`);
    }
    if (answer.status >= 300) throw refusalOf(answer.status, answer.body);
    return answer.body;
  };

/** The reason that a server gives for a status, as an error for the user. */
export const refusalOf = (status: number, body: unknown): CommandError => {
  const error = ERROR_BODY.safeParse(body).data;
  if (!error) return new CommandError(`The server answered with status ${status}.`);
  const message = error.detail === undefined ? error.message : `${error.message}: ${error.detail}`;
  const isUsage = error.code === 'invalid_parameter';
  return new CommandError(message, {
    exitCode: isUsage ? EXIT_CODES.wrongUsage : EXIT_CODES.failed,
  });
};

/** The state of a server, seen from outside. */
export interface ServerReport {
  readonly address: string;
  readonly state: 'ready' | 'not-ready' | 'no-answer' | 'something-else';
  /** Engines and their states, if the server reports them. */
  readonly engines: Readonly<Record<string, string>>;
  /** Undefined if the server does not respond or no key is known. */
  readonly isKeyAccepted: boolean | undefined;
  /** What to do if something is wrong. */
  readonly advice: string | undefined;
}

/** Checks whether a server responds, can translate, and accepts the key. Translates nothing. */
export const checkServer = async (
  address: string,
  key: string | undefined,
  signal: AbortSignal,
): Promise<ServerReport> => {
  const report = { address, engines: {}, isKeyAccepted: undefined, advice: undefined } as const;
  const ready = await askServer(`${address}/health/ready`, { signal });
  if (!ready) {
    const advice = 'Start it with: dragoman serve';
    return { ...report, state: 'no-answer', advice };
  }
  const engines = enginesOf(ready.body);
  if (!engines) {
    const advice = 'The server there is not Dragoman. Check the address.';
    return { ...report, state: 'something-else', advice };
  }
  const isKeyAccepted = key === undefined ? undefined : await tryKey(address, key, signal);
  if (ready.status !== 200) {
    const advice = 'No languages can be translated there. Run `dragoman doctor` on that machine.';
    return { ...report, state: 'not-ready', engines, isKeyAccepted, advice };
  }
  const advice =
    isKeyAccepted === false
      ? 'It refuses the key. Set DRAGOMAN_AUTH_KEY to one of its keys.'
      : undefined;
  return { ...report, state: 'ready', engines, isKeyAccepted, advice };
};

/** Whether anything responds at an address. */
export const isReachable = async (address: string, signal: AbortSignal): Promise<boolean> =>
  (await askServer(`${address}/health/live`, { signal })) !== undefined;

const tryKey = async (
  address: string,
  key: string,
  signal: AbortSignal,
): Promise<boolean | undefined> => {
  const headers = { authorization: `Service-Auth-Key ${key}` };
  const usage = await askServer(`${address}/v2/usage`, { headers, signal });
  return usage && usage.status !== 403;
};

const enginesOf = (body: unknown): Readonly<Record<string, string>> | undefined => {
  const engines = (body as { engines?: unknown } | undefined)?.engines;
  if (typeof engines !== 'object' || engines === null) return undefined;
  return Object.fromEntries(Object.entries(engines).map(([id, state]) => [id, String(state)]));
};
