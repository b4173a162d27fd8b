import type { FastifyRequest } from 'fastify';

/** Signs that somebody else's request is handed on. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** A site whose name leads here has a name; addresses and `localhost` cannot be pointed elsewhere. */
const OWN_NAME = /^(localhost|([a-z0-9-]+\.)+localhost|\d+(\.\d+){3}|\[[0-9a-f:.]+\])(:\d+)?$/i;

/**
 * Whether a request comes from a program or browser on the server's own machine. What a reverse
 * proxy on this machine hands on does not, nor does a stranger's site whose name was pointed at it.
 */
export const isOnThisMachine = ({ headers, socket }: FastifyRequest): boolean => {
  const { remoteAddress = '', localAddress } = socket;
  const isLocal = LOOPBACK.test(remoteAddress) || remoteAddress === localAddress;
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  return isLocal && !isForwarded && OWN_NAME.test(headers.host ?? '');
};
