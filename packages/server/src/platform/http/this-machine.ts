import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { AppError } from '@dragoman/contract';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Configuration } from '../configuration/settings.js';

/** Headers that show that a request was forwarded. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether an address or host name, without port and brackets, always means this machine. */
export const isLoopback = (host: string): boolean => {
  const name = host.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  const family = isIP(name);
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost');
  return LOOPBACK.check(name, family === 4 ? 'ipv4' : 'ipv6');
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
const hasForeignName = ({ headers, socket }: FastifyRequest): boolean => {
  const { host = '' } = headers;
  const isDirect = isLoopback(socket.remoteAddress ?? '') && !isForwarded(headers);
  return isDirect && host !== '' && !OWN_NAME.test(host) && !LOCAL_NAME.test(host);
};

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
  if (isFromOtherSite(request) || hasForeignName(request)) throw new AppError('browser_refused');
};

/** Whether a visitor may translate on the page without a password. */
export const isWelcome = (
  { page, pagePassword }: Pick<Configuration, 'page' | 'pagePassword'>,
  request: FastifyRequest,
): boolean =>
  page !== 'off' && pagePassword === undefined && (page === 'on' || isOnThisMachine(request));
