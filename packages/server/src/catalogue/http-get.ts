import { CatalogueError } from './catalogue-error.js';
import type { TransferPolicy } from './transfer-policy.js';

const MAX_REDIRECTS = 5;
const RETRYABLE_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body; reading it fails when the server is silent for too long. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Ends the transfer without reading on. */
  readonly discard: () => Promise<void>;
}

export interface GetOptions {
  readonly policy: TransferPolicy;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that are handed back beside 200. */
  readonly expectedStatuses?: readonly number[];
}

const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (typeof code === 'string') return code;
  return cause instanceof Error ? cause.message : error.message;
};

/** Fires when it was not stopped or restarted in time. */
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

/** `Retry-After` in either of its forms: seconds or a date. */
export const retryAfterMs = (value: string | null, nowMs = Date.now()): number | undefined => {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
};

const redirectTarget = (from: URL, headers: Headers): URL => {
  const location = headers.get('location');
  const target = location !== null && URL.canParse(location, from.href) && new URL(location, from);
  if (!target) throw new CatalogueError('refused', `${from.host} redirects to nowhere.`);
  const isAllowed = target.protocol === from.protocol || target.protocol === 'https:';
  if (!isAllowed || target.username || target.password) {
    throw new CatalogueError(
      'refused',
      `${from.host} redirects to ${target.protocol}//${target.host}, which is not followed: the connection would be less safe.`,
    );
  }
  return target;
};

const statusError = (url: URL, status: number, headers: Headers): CatalogueError => {
  const isRetryable = RETRYABLE_STATUSES.has(status);
  const wait = retryAfterMs(headers.get('retry-after'));
  const again = isRetryable && wait ? ` It asks to wait ${Math.ceil(wait / 1000)} s.` : '';
  return new CatalogueError(
    isRetryable ? 'unreachable' : 'refused',
    `${url.host} answered ${status} to ${url.pathname}.${again}`,
    { retryAfterMs: wait },
  );
};

/**
 * One GET, no second try. Follows a few redirects, never from https to http.
 *
 * @throws CatalogueError `unreachable` when trying again may help, `refused` otherwise.
 */
export const httpGet = async (address: string, options: GetOptions): Promise<Answer> => {
  const { policy, signal, headers = {}, expectedStatuses = [] } = options;
  const silence = new AbortController();
  const both = AbortSignal.any([signal, silence.signal]);
  const giveUp = () => silence.abort(new Error('it is silent'));
  const failure = (url: URL, error: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    if (error instanceof CatalogueError) return error;
    const why = silence.signal.aborted ? 'it did not answer in time' : causeOf(error);
    return new CatalogueError('unreachable', `${url.host} cannot be reached: ${why}.`, {
      cause: error,
    });
  };

  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answerTimer = createTimer(policy.answerTimeoutMs, giveUp);
    answerTimer.start();
    const response = await fetch(url, {
      redirect: 'manual',
      signal: both,
      headers: { 'user-agent': 'dragoman', ...headers },
    })
      .catch((error: unknown) => {
        throw failure(url, error);
      })
      .finally(answerTimer.stop);
    const { status, body } = response;
    const discard = async () => {
      await body?.cancel().catch(() => {});
    };
    if ([301, 302, 303, 307, 308].includes(status)) {
      await discard();
      url = redirectTarget(url, response.headers);
      continue;
    }
    if (status !== 200 && !expectedStatuses.includes(status)) {
      await discard();
      throw statusError(url, status, response.headers);
    }
    const from = url;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      const timer = createTimer(policy.silenceTimeoutMs, giveUp);
      try {
        timer.start();
        for await (const chunk of body ?? []) {
          // What the reader does with it is not the server's silence.
          timer.stop();
          yield chunk;
          timer.start();
        }
      } catch (error) {
        throw failure(from, error);
      } finally {
        timer.stop();
      }
    }
    return { status, headers: response.headers, chunks: chunks(), discard };
  }
  throw new CatalogueError('refused', `${url.host} redirects more than ${MAX_REDIRECTS} times.`);
};
