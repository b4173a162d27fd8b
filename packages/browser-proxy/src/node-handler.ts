import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { createBrowserProxy } from './browser-proxy.js';
import type { ProxyRequest } from './messages.js';
import type { BrowserProxyOptions } from './options.js';

/**
 * Answers one request of a plain Node server. Requests to other paths are passed to `next`, if
 * given.
 */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => void;

/**
 * The proxy as a handler for `node:http`, or as middleware for Express and similar frameworks.
 *
 * @throws TypeError or RangeError for an invalid option
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

/**
 * Converts a Node request for the proxy, with a signal that aborts when the browser disconnects.
 */
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
    ...addressOf(request),
    isSecure: 'encrypted' in request.socket && request.socket.encrypted === true,
    // Stopping in the middle of a body must not close the connection: a response follows.
    body: request.iterator({ destroyOnReturn: false }),
    signal: controller.signal,
  };
};

const PRIVATE = new BlockList();
for (const [network, bits, family] of [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
] as const) {
  PRIVATE.addSubnet(network, bits, family);
}

/** That of the browser: what a reverse proxy in front of this server has added, or the connection's. */
const addressOf = ({ headers, socket }: IncomingMessage): Pick<ProxyRequest, 'address'> => {
  const peer = plainAddress(socket.remoteAddress ?? '');
  if (peer === undefined) return {};
  const isProxy = PRIVATE.check(peer, isIP(peer) === 4 ? 'ipv4' : 'ipv6');
  const forwarded = [headers['x-forwarded-for'] ?? ''].flat().join(',').split(',').at(-1) ?? '';
  return { address: (isProxy && plainAddress(forwarded.trim())) || peer };
};

/** Some proxies write the port, too. */
const plainAddress = (text: string): string | undefined => {
  const address = text
    .replace(/^\[(.+)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 ? undefined : address;
};

/**
 * Express and similar frameworks remove their mount point from `url` and keep the full path in
 * `originalUrl`.
 */
const pathOf = (request: IncomingMessage): string =>
  'originalUrl' in request && typeof request.originalUrl === 'string'
    ? request.originalUrl
    : (request.url ?? '/');
