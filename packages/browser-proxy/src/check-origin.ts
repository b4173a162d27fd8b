import type { ProxyRequest } from './messages.js';

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
