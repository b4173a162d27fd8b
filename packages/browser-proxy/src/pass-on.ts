import { type ProxyAnswer, ProxyError } from './messages.js';
import type { ProxySettings, UpstreamAnswer, UpstreamFailure, UpstreamRequest } from './options.js';

/** Translations may be longer than their sources and contain escapes, but only up to a limit. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
const MAX_MESSAGE_CHARACTERS = 500;

/** Statuses that concern the browser; all others are not passed on to it. */
const FORWARDED_STATUSES = new Set([400, 404, 413, 429, 456, 500, 503, 504, 529]);

/** Calls the service and converts its response for the browser. */
export type PassOn = (request: UpstreamRequest) => Promise<ProxyAnswer>;

/**
 * Reads a body up to a maximum size.
 *
 * @returns undefined when it is larger than `maxBytes`; the rest is then not read
 */
export const readBounded = async (
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<string | undefined> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
};

/**
 * Translations and languages are passed on byte for byte. Errors keep status, code and message, but
 * never contain the address of the service or the key.
 */
export const createPassOn = ({
  upstream,
  timeoutMs,
  onUpstreamFailure,
  secrets,
}: Pick<ProxySettings, 'upstream' | 'timeoutMs' | 'onUpstreamFailure' | 'secrets'>): PassOn => {
  const unavailable = (failure: UpstreamFailure): ProxyError => {
    onUpstreamFailure(failure);
    return failure.reason === 'timed out'
      ? new ProxyError('deadline_exceeded', 'The translation took too long. Send shorter texts.')
      : new ProxyError('unavailable', 'The translation service is not available at the moment.');
  };

  const readAnswer = async (answer: UpstreamAnswer): Promise<ProxyAnswer> => {
    const { status } = answer;
    const isOk = status === 200;
    const body = await readBounded(
      answer.body ?? none(),
      isOk ? MAX_ANSWER_BYTES : MAX_ERROR_BYTES,
    );
    const content = parse(body);
    if (isOk && body !== undefined && content !== undefined) return { status, headers: {}, body };
    if (status === 401 || status === 403) throw unavailable({ reason: 'refused the key', status });
    // A 404 in JSON is about a glossary; any other means that `serverUrl` is wrong.
    const isTold = FORWARDED_STATUSES.has(status) && (status !== 404 || isObject(content));
    if (!isTold) throw unavailable({ reason: 'answered nonsense', status });
    return errorAnswer(status, content, answer.headers.get('retry-after'), secrets);
  };

  return async (request) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([request.signal, timeout]);
    try {
      return await readAnswer(await upstream({ ...request, signal }));
    } catch (error) {
      if (error instanceof ProxyError) throw error;
      if (request.signal.aborted)
        throw new ProxyError('client_closed', 'The browser disconnected.');
      const reason = timeout.aborted ? 'timed out' : 'unreachable';
      throw unavailable({ reason, cause: causeOf(error) });
    }
  };
};

const errorAnswer = (
  status: number,
  content: unknown,
  retryAfter: string | null,
  secrets: readonly string[],
): ProxyAnswer => {
  const { message, code, parameter, request_id } = isObject(content) ? content : {};
  const failure = {
    message: isFit(message, secrets) ? message : `The translation service answered ${status}.`,
    ...(isName(code) && { code }),
    ...(isName(parameter) && { parameter }),
    ...(isName(request_id) && { request_id }),
  };
  const headers: Record<string, string> =
    retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? { 'retry-after': retryAfter } : {};
  return { status, headers, body: JSON.stringify(failure) };
};

const isFit = (message: unknown, secrets: readonly string[]): message is string =>
  typeof message === 'string' &&
  message.length <= MAX_MESSAGE_CHARACTERS &&
  !secrets.some((secret) => message.includes(secret));

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{1,100}$/.test(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const parse = (json: string | undefined): unknown => {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** `fetch` says only "fetch failed"; the reason is in its `cause`. */
const causeOf = (error: unknown): unknown =>
  error instanceof TypeError && error.cause !== undefined ? error.cause : error;

const none = async function* (): AsyncGenerator<Uint8Array> {};
