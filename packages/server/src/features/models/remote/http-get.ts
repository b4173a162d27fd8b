import { type RetryPolicy, readRetryAfterMs, withRetries } from '@dragoman/core/retry';
import { EnvHttpProxyAgent, fetch, type RequestInit, type Response } from 'undici';
import { processEnvironment } from '../../../platform/configuration/environment.js';
import { untilAborted } from '../../../platform/promises.js';
import { CatalogueError } from '../catalogue-error.js';

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** The headers of a response, of whatever implementation. */
export type AnswerHeaders = Pick<Headers, 'get'>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The body; reading it fails if the server sends nothing for too long. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Ends the transfer without reading the rest. */
  readonly discard: () => Promise<void>;
}

export interface GetOptions {
  readonly policy: TransferPolicy;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further statuses, besides 200, that are returned and not thrown. */
  readonly expectedStatuses?: readonly number[];
}

/** Codes of the system where a machine has no network, or the name is wrong. */
const NAME_ERRORS = ['EAI_AGAIN', 'ENOTFOUND'];

const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (typeof code === 'string') {
    return NAME_ERRORS.includes(code) ? `its name cannot be resolved (${code})` : code;
  }
  return cause instanceof Error ? cause.message : error.message;
};

/** The target of a redirect. @throws CatalogueError `refused` if it must not be followed */
export const redirectTarget = (from: URL, headers: AnswerHeaders): URL => {
  const location = headers.get('location');
  const target = location !== null && URL.canParse(location, from.href) && new URL(location, from);
  if (!target) throw new CatalogueError('refused', `${from.host} redirects to an invalid address.`);
  const isAllowed = target.protocol === from.protocol || target.protocol === 'https:';
  if (!isAllowed || target.username || target.password) {
    throw new CatalogueError(
      'refused',
      `${from.host} redirects to ${target.protocol}//${target.host}, which is not followed: the connection would be less secure.`,
    );
  }
  return target;
};

const statusError = (url: URL, status: number, headers: AnswerHeaders): CatalogueError => {
  const isRetryable = RETRYABLE_STATUSES.has(status);
  const wait = readRetryAfterMs(headers.get('retry-after'), Date.now());
  const again = isRetryable && wait ? ` Retry in ${Math.ceil(wait / 1000)} s.` : '';
  return new CatalogueError(
    isRetryable ? 'unreachable' : 'refused',
    `${url.host} answered ${status} to ${url.pathname}.${again}`,
    { retryAfterMs: wait },
  );
};

let agent: EnvHttpProxyAgent | undefined;

/** The proxies of the environment. In lower case they have priority, as in other programs. */
const createAgent = (): EnvHttpProxyAgent => {
  const environment = processEnvironment();
  const read = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  return new EnvHttpProxyAgent({
    httpProxy: read('HTTP_PROXY'),
    httpsProxy: read('HTTPS_PROXY'),
    noProxy: read('NO_PROXY'),
  });
};

/**
 * Like the global `fetch`, which ignores proxies in Node 20, but through the proxies named by
 * `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`. `NODE_EXTRA_CA_CERTS` applies as everywhere in Node.
 */
const proxiedFetch = (url: URL, request: RequestInit): Promise<Response> => {
  agent ??= createAgent();
  return fetch(url, { ...request, dispatcher: agent });
};

/** Fires if it is not stopped or restarted in time. */
const createTimer = (milliseconds: number, fire: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  return {
    stop,
    start: () => {
      stop();
      timer = setTimeout(fire, milliseconds);
    },
  };
};

/**
 * The chunks of a body, with a limit on how long the sender may pause.
 *
 * The abort is watched here as well: the stream of Node 20's fetch can stay pending for ever if the
 * abort comes just after the last chunk has arrived.
 *
 * @throws the reason of `signal`, or what the stream fails with
 */
async function* watchedBody(
  body: ReadableStream<Uint8Array>,
  options: {
    readonly signal: AbortSignal;
    readonly silenceTimeoutMs: number;
    readonly onSilence: () => void;
  },
): AsyncGenerator<Uint8Array> {
  const { signal } = options;
  const reader = body.getReader();
  const timer = createTimer(options.silenceTimeoutMs, options.onSilence);
  try {
    for (;;) {
      signal.throwIfAborted();
      // The timer only runs while waiting for a chunk.
      timer.start();
      const { done, value } = await untilAborted(reader.read(), signal);
      // The time that the receiver spends on a chunk does not count.
      timer.stop();
      if (done) return;
      yield value;
    }
  } finally {
    timer.stop();
    reader.cancel().catch(() => {});
  }
}

/**
 * One GET, without retries. Follows a few redirects, never from https to http.
 *
 * @throws CatalogueError `unreachable` if a retry may help, `refused` otherwise.
 */
export const httpGet = async (address: string, options: GetOptions): Promise<HttpAnswer> => {
  const { policy, signal, headers = {}, expectedStatuses = [] } = options;
  const transfer = new AbortController();
  const onAbort = () => transfer.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort, { once: true });
  const release = () => signal.removeEventListener('abort', onAbort);
  let isSilent = false;
  const onSilence = () => {
    isSilent = true;
    transfer.abort(new Error('no response'));
  };
  const failure = (url: URL, error: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    if (error instanceof CatalogueError) return error;
    const why = isSilent ? 'it did not respond in time' : causeOf(error);
    return new CatalogueError('unreachable', `${url.host} cannot be reached: ${why}.`, {
      cause: error,
    });
  };

  const get = async (url: URL): Promise<Response> => {
    const timer = createTimer(policy.answerTimeoutMs, onSilence);
    timer.start();
    try {
      return await proxiedFetch(url, {
        redirect: 'manual',
        signal: transfer.signal,
        headers: { 'user-agent': 'dragoman', ...headers },
      });
    } catch (error) {
      throw failure(url, error);
    } finally {
      timer.stop();
    }
  };
  async function* chunks(url: URL, body: Response['body']): AsyncGenerator<Uint8Array> {
    const { silenceTimeoutMs } = policy;
    try {
      if (body) {
        yield* watchedBody(body, { signal: transfer.signal, silenceTimeoutMs, onSilence });
      }
    } catch (error) {
      throw failure(url, error);
    } finally {
      release();
    }
  }

  let url = new URL(address);
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const { status, headers: answered, body } = await get(url);
      const discard = async () => {
        release();
        await body?.cancel().catch(() => {});
      };
      if (status === 200 || expectedStatuses.includes(status)) {
        return { status, headers: answered, chunks: chunks(url, body), discard };
      }
      await body?.cancel().catch(() => {});
      if (!REDIRECTS.has(status)) throw statusError(url, status, answered);
      url = redirectTarget(url, answered);
    }
    throw new CatalogueError('refused', `${url.host} redirects more than ${MAX_REDIRECTS} times.`);
  } catch (error) {
    release();
    throw error;
  }
};

/** Timeouts and retries of a transfer. */
export interface TransferPolicy extends RetryPolicy {
  /** Maximum wait for the response headers. */
  readonly answerTimeoutMs: number;
  /** Maximum pause in the middle of a body. */
  readonly silenceTimeoutMs: number;
}

export const DEFAULT_TRANSFER_POLICY: TransferPolicy = {
  answerTimeoutMs: 30_000,
  silenceTimeoutMs: 30_000,
  maxAttempts: 4,
  firstBackoffMs: 500,
  maxBackoffMs: 8000,
  maxRetryAfterMs: 60_000,
};

/**
 * Does a transfer again after errors of the catalogue that may pass.
 *
 * @param progress bytes present so far; must not decrease without an error
 */
export const retryTransfer = <Result>(
  attempt: () => Promise<Result>,
  policy: TransferPolicy,
  signal: AbortSignal,
  progress: () => number = () => 0,
): Promise<Result> =>
  withRetries(attempt, policy, {
    signal,
    progress,
    failureOf: (error) =>
      error instanceof CatalogueError && error.isRetryable ? error : undefined,
  });
