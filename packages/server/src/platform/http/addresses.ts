import type { IncomingHttpHeaders } from 'node:http';
import { networkOf } from '@dragoman/browser-proxy/visitors';
import { AppError } from '@dragoman/contract';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { bareAddress, createNetworkCheck, familyOf } from '../networks.js';

/** Headers that show that a request was forwarded. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const isLoopbackAddress = createNetworkCheck(['127.0.0.0/8', '::1']);

/** Whether an address or host name, without port and brackets, always means this machine. */
export const isLoopback = (host: string): boolean => {
  const name = host.toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
};

/**
 * A foreign site whose name resolves to this machine sends that name; addresses and `localhost`
 * cannot be misused like this.
 */
const OWN_NAME = /^(localhost|([a-z0-9-]+\.)+localhost|\d+(\.\d+){3}|\[[0-9a-f:.]+\])(:\d+)?$/i;

/** Names without a dot are those of a local network; a foreign site cannot have one either. */
const LOCAL_NAME = /^[a-z0-9-]+(:\d+)?$/i;

/** Whether a browser says that a page of another site makes the request. A link may lead here. */
export const isFromOtherSite = ({ headers }: FastifyRequest): boolean => {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  return (site === 'cross-site' || site === 'same-site') && mode !== 'navigate';
};

/**
 * Whether a request that came directly to the loopback address has the name of a foreign site,
 * which then resolves to this machine: the site's pages could read the answer.
 */
const hasForeignName = (request: FastifyRequest): boolean => {
  const { headers, socket } = request;
  const { host = '' } = headers;
  // Such a page can send forwarding headers, too.
  const isByProxy = isFromTrustedProxy(request) && isForwarded(headers);
  const isDirect = isLoopback(socket.remoteAddress ?? '') && !isByProxy;
  return isDirect && host !== '' && !OWN_NAME.test(host) && !LOCAL_NAME.test(host);
};

/** Whether a proxy sent it that tells the truth about its callers. */
const isFromTrustedProxy = ({ server, socket }: FastifyRequest): boolean =>
  server.isTrustedProxy(socket.remoteAddress ?? '');

const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  FORWARDING_HEADERS.some((name) => headers[name] !== undefined);

/**
 * Whether a request comes from a program or browser on the server's own machine. Requests forwarded
 * by a reverse proxy on this machine do not count, nor do those of a foreign site whose name
 * resolves to it.
 */
export const isOnThisMachine = ({ headers, socket }: FastifyRequest): boolean => {
  const { remoteAddress = '', localAddress } = socket;
  const isLocal = isLoopback(remoteAddress) || remoteAddress === localAddress;
  return isLocal && !isForwarded(headers) && OWN_NAME.test(headers.host ?? '');
};

/**
 * A hook for routes without a key: pages of other sites in a browser on this machine cannot read
 * them.
 *
 * @throws AppError `browser_refused`
 */
export const refuseForeignSites: onRequestAsyncHookHandler = async (request) => {
  if (isFromOtherSite(request)) throw new AppError('browser_refused');
  if (!hasForeignName(request)) return;
  const message = isForwarded(request.headers)
    ? 'Requests by this name are not answered directly. The operator can name a reverse proxy in DRAGOMAN_TRUSTED_PROXIES.'
    : undefined;
  throw new AppError('browser_refused', { message });
};

/**
 * The network of the caller: behind trusted proxies the address that they report, otherwise that of
 * the connection.
 */
export const callerNetworkOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string => {
  // Some proxies write the port, too; others a word where they know no address.
  const address = bareAddress(ip ?? '');
  return networkOf(familyOf(address) === undefined ? (socket.remoteAddress ?? '') : address);
};

/**
 * For limits per caller: callers with a key are one wherever they are; those without are known by
 * their network.
 */
export const callerIdOf = (request: FastifyRequest): string =>
  request.apiKey?.id ?? callerNetworkOf(request);

/** Parts of a path, as a proxy in front may put them before those of the server. */
const PREFIX = /^(\/[\w.~-]+)+$/;

/** The first of the values that trusted proxies, one behind the other, have written into a header. */
const forwardedValueOf = (request: FastifyRequest, name: string): string | undefined =>
  isFromTrustedProxy(request)
    ? request.headers[name]?.toString().split(',', 1)[0]?.trim()
    : undefined;

/**
 * Whether the caller's connection is encrypted: up to the server, or up to a trusted proxy. A proxy
 * may pass on what callers wrote; what depends on it must only concern their own response.
 */
export const isEncrypted = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || forwardedValueOf(request, 'x-forwarded-proto') === 'https';

/**
 * The path of this server below the address of a proxy, without a slash at its end: `/translate`.
 * Empty where there is none.
 */
export const pathPrefixOf = (request: FastifyRequest): string => {
  const prefix = forwardedValueOf(request, 'x-forwarded-prefix')?.replace(/\/$/, '') ?? '';
  return PREFIX.test(prefix) ? prefix : '';
};

/** Allowed Host headers: addresses go into links, and into commands that people paste into a shell. */
const HOST = /^[A-Za-z0-9.[\]:-]{1,260}$/;

/**
 * The server's address as the caller knows it, without a slash at its end:
 * `https://example.com/translate`.
 */
export const publicAddressOf = (request: FastifyRequest): string => {
  const host = forwardedValueOf(request, 'x-forwarded-host') ?? request.host;
  const known = HOST.test(host) ? host : `127.0.0.1:${request.socket.localPort}`;
  return `http${isEncrypted(request) ? 's' : ''}://${known}${pathPrefixOf(request)}`;
};
