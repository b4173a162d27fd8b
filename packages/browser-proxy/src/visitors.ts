import type { ProxyRequest } from './messages.js';

// How visitors without a key are recognised and limited, here and on the service's own page.

/**
 * Where a request's page comes from: `same` as the proxy, `listed` among the allowed origins, or
 * `foreign`, which is refused.
 *
 * Browsers say so in `Sec-Fetch-Site` and `Origin`, which no script can change. On plain HTTP
 * beyond this machine there is no `Sec-Fetch-Site`, and a GET of the same origin carries neither;
 * such a GET is allowed, because a page of another origin cannot read the response.
 */
export const originOf = (
  request: Pick<ProxyRequest, 'method' | 'header'>,
  allowedOrigins: ReadonlySet<string>,
): 'same' | 'listed' | 'foreign' => {
  const origin = request.header('origin');
  const site = request.header('sec-fetch-site');
  if (site === 'same-origin') return 'same';
  if (origin !== undefined && allowedOrigins.has(origin)) return 'listed';
  const isReading = request.method === 'GET';
  if (site !== undefined) return site === 'none' && isReading ? 'same' : 'foreign';
  if (origin === undefined) return isReading ? 'same' : 'foreign';
  const host = request.header('host');
  const isOwn = host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
  return isOwn ? 'same' : 'foreign';
};

/** Another path of the host may have set a cookie of the same name, so there can be several. */
export const cookieValues = (cookieHeader: string | undefined, name: string): readonly string[] =>
  (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim().split('=', 2))
    .filter(([each]) => each === name)
    .map(([, value = '']) => value);

/** The network that limits per client count: a client with IPv6 usually has a whole /64. */
export const networkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address;
  // Two colons stand for as many zeros as are missing.
  const [start = [], end = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const missing = Math.max(0, 8 - start.length - end.length);
  return [...start, ...Array.from({ length: missing }, () => '0'), ...end].slice(0, 4).join(':');
};

/**
 * What is left of a per-minute limit that allows short bursts: a bucket holds one minute's worth and
 * refills evenly. An amount larger than the bucket is allowed when it is full, and the next one waits
 * longer.
 */
export interface TokenBucket {
  tokens: number;
  filledAtMs: number;
}

const MINUTE_MS = 60_000;

/** Full, whatever the limit is. @param nowMs time of any clock, always the same */
export const fullBucket = (nowMs: number): TokenBucket => ({
  tokens: Number.POSITIVE_INFINITY,
  filledAtMs: nowMs,
});

/**
 * Refills a bucket. An amount is taken from its `tokens` only when there is nothing to wait for.
 *
 * @returns milliseconds until the amount can be taken
 */
export const refill = (
  bucket: TokenBucket,
  perMinute: number,
  amount: number,
  nowMs: number,
): number => {
  const grown = bucket.tokens + ((nowMs - bucket.filledAtMs) * perMinute) / MINUTE_MS;
  bucket.tokens = Math.min(perMinute, grown);
  bucket.filledAtMs = nowMs;
  const lacking = Math.min(amount, perMinute) - bucket.tokens;
  return lacking <= 0 ? 0 : (lacking / perMinute) * MINUTE_MS;
};
