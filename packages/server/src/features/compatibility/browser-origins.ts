import { AppError } from '@dragoman/contract';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import { isFromOtherSite } from '../../platform/http/this-machine.js';

/**
 * Pages inside a browser extension, which the user installed; a web page cannot forge this origin.
 */
const EXTENSION_ORIGIN = /^(chrome|moz|safari-web)-extension:\/\/[A-Za-z0-9-]{1,64}$/;

const TEN_MINUTES = 600;

/**
 * A hook that refuses web pages and lets browser extensions read the response. A page in a browser
 * on this machine can reach the loopback address, too; browsers then send its origin.
 *
 * @throws AppError `browser_refused`
 */
export const refuseWebPages: onRequestAsyncHookHandler = async (request, reply) => {
  const { origin } = request.headers;
  if (origin === undefined && !isFromOtherSite(request)) return;
  if (origin === undefined || !EXTENSION_ORIGIN.test(origin)) {
    throw new AppError('browser_refused', {
      message:
        'Web pages may not call this service directly; browser extensions and programs may. Call it from your own server, which keeps the API key.',
    });
  }
  reply
    .header('vary', 'Origin')
    .header('access-control-allow-origin', origin)
    .header(
      'access-control-expose-headers',
      'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Trace-ID',
    );
};

/** Answers preflight requests, which browsers send before a request with a JSON body or a key. */
export const answerPreflights = (app: FastifyInstance, paths: readonly string[]): void => {
  for (const path of paths) {
    app.options(path, async ({ headers }, reply) => {
      if (headers['access-control-request-private-network'] === 'true') {
        reply.header('access-control-allow-private-network', 'true');
      }
      return reply
        .code(204)
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', 'Authorization, Content-Type, X-API-Token')
        .header('access-control-max-age', TEN_MINUTES)
        .send();
    });
  }
};
