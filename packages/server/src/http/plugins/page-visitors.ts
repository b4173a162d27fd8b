import { AppError } from '@dragoman/contract';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { HttpSettings } from '../context.js';
import { createPasswordCheck } from './password.js';

/** What decides on who sees the page. */
export interface PageVisitors {
  readonly settings: Pick<HttpSettings, 'page' | 'pagePassword'>;
  readonly now: () => number;
}

/**
 * A hook that lets through whoever may see the page: everybody where it is on, who knows the
 * password where there is one, and otherwise only visitors on this machine. A reverse proxy on this
 * machine, or a stranger's site whose name was pointed at it, is no such visitor.
 *
 * @throws AppError `password_required`, `too_many_requests` after wrong ones, `unauthorized`
 */
export const letVisitorsIn = ({ settings, now }: PageVisitors): onRequestAsyncHookHandler => {
  const { page, pagePassword } = settings;
  const checkPassword =
    pagePassword === undefined ? undefined : createPasswordCheck(pagePassword, now);
  return async (request, reply) => {
    if (checkPassword) checkPassword(request, reply);
    else if (page === 'auto' && !isOnThisMachine(request)) {
      throw new AppError('unauthorized', {
        message:
          'This page is only shown on the server’s own machine. Whoever runs the server can set DRAGOMAN_PAGE_PASSWORD, or DRAGOMAN_PAGE=on, to show it to others.',
      });
    }
  };
};

/** Signs that somebody else's request is handed on. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** A site whose name leads here has a name; addresses and `localhost` cannot be pointed elsewhere. */
const OWN_NAME = /^(localhost|([a-z0-9-]+\.)+localhost|\d+(\.\d+){3}|\[[0-9a-f:.]+\])(:\d+)?$/i;

const isOnThisMachine = ({ headers, socket }: FastifyRequest): boolean => {
  const { remoteAddress = '', localAddress } = socket;
  const isLocal = LOOPBACK.test(remoteAddress) || remoteAddress === localAddress;
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
  return isLocal && !isForwarded && OWN_NAME.test(headers.host ?? '');
};
