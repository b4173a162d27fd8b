import { AppError } from '@dragoman/contract';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';

/**
 * A form can be sent from any site, so the browser has to say that it comes from the page.
 *
 * @throws AppError `browser_refused`
 */
export const refuseOtherOrigins: onRequestAsyncHookHandler = async (request) => {
  if (!isOfSameOrigin(request)) throw new AppError('browser_refused');
};

/**
 * Browsers say where a request's page comes from in `Sec-Fetch-Site` and `Origin`, which no script
 * can change. On plain HTTP beyond this machine there is no `Sec-Fetch-Site`, and a GET of the same
 * origin carries neither; such a GET is allowed, because a page of another origin cannot read the
 * response.
 */
const isOfSameOrigin = ({ method, headers }: FastifyRequest): boolean => {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const isReading = method === 'GET';
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isReading);
  if (origin === undefined) return isReading;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
};
