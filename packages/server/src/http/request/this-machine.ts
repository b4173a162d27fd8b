import type { FastifyRequest } from 'fastify';

/** Headers that show that a request was forwarded. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/**
 * A foreign site whose name resolves to this machine sends that name; addresses and `localhost`
 * cannot be misused like this.
 */
const OWN_NAME = /^(localhost|([a-z0-9-]+\.)+localhost|\d+(\.\d+){3}|\[[0-9a-f:.]+\])(:\d+)?$/i;

/**
 * Whether a request comes from a program or browser on the server's own machine. Requests forwarded
 * by a reverse proxy on this machine do not count, nor do those of a foreign site whose name
 * resolves to it.
 */
export const isOnThisMachine = ({ headers, socket }: FastifyRequest): boolean => {
  const { remoteAddress = '', localAddress } = socket;
  const isLocal = LOOPBACK.test(remoteAddress) || remoteAddress === localAddress;
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  return isLocal && !isForwarded && OWN_NAME.test(headers.host ?? '');
};
