import type { IncomingMessage, ServerResponse } from 'node:http';
import { createBrowserProxy } from './browser-proxy.js';
import type { BrowserProxyOptions } from './options/options.js';
import type { ProxyRequest } from './request/messages.js';

/** Answers one request of a plain Node server. Requests to other paths go to `next`, where it is given. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => void;

/**
 * The proxy as a handler for `node:http`, or as middleware for Express and its like.
 *
 * @throws TypeError or RangeError for an option that cannot be
 */
export const createNodeHandler = (options: BrowserProxyOptions = {}): NodeHandler => {
  const proxy = createBrowserProxy(options);
  return (request, response, next) => {
    const path = pathOf(request);
    if (next && !path.startsWith(`${proxy.basePath}/`)) {
      next();
      return;
    }
    const proxied = toProxyRequest(request, response, path);
    void proxy.answer(proxied).then(({ status, headers, body }) => {
      if (!response.destroyed) response.writeHead(status, { ...headers }).end(body);
    });
  };
};

/** A Node request as the proxy reads it, with a signal for the browser's leaving. */
export const toProxyRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): ProxyRequest => {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return {
    method: request.method ?? 'GET',
    path,
    header(name) {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    isSecure: 'encrypted' in request.socket && request.socket.encrypted === true,
    // A body that is given up half-way must not take the connection with it: an answer follows.
    body: request.iterator({ destroyOnReturn: false }),
    signal: controller.signal,
  };
};

/** Express and its like cut their mount point off `url` and keep the whole in `originalUrl`. */
const pathOf = (request: IncomingMessage): string =>
  'originalUrl' in request && typeof request.originalUrl === 'string'
    ? request.originalUrl
    : (request.url ?? '/');
