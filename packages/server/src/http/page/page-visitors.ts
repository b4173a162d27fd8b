import { AppError, isAppError } from '@dragoman/contract';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { PAGE_VISITORS } from '../../accounts/records/key-record.js';
import { createRateLimits } from '../../accounts/usage/rate-limits.js';
import { networkOf } from '../connections/network-of.js';
import type { HttpSettings } from '../request/context.js';
import { isWelcome } from '../request/page-access.js';
import { isOnThisMachine } from '../request/this-machine.js';
import { createPasswordCheck } from './password.js';

/** The settings that decide who sees the page. */
export interface PageVisitors {
  readonly settings: Pick<HttpSettings, 'page' | 'pagePassword'>;
  readonly now: () => number;
}

/** Whether a visitor is on this machine or knows the password, and so may change what others see. */
export const isTrusted = (
  request: FastifyRequest,
  { pagePassword }: Pick<HttpSettings, 'pagePassword'>,
): boolean => pagePassword !== undefined || isOnThisMachine(request);

/**
 * A hook that only lets permitted visitors see the page: everybody if it is on, those who know the
 * password if there is one, and otherwise only visitors on this machine.
 *
 * @throws AppError `password_required`, `too_many_requests` after wrong ones, `unauthorized`
 */
export const letVisitorsIn = ({ settings, now }: PageVisitors): onRequestAsyncHookHandler => {
  const { pagePassword } = settings;
  const checkPassword =
    pagePassword === undefined ? undefined : createPasswordCheck(pagePassword, now);
  return async (request, reply) => {
    if (checkPassword) checkPassword(request, reply);
    else if (!isWelcome(settings, request)) {
      throw new AppError('unauthorized', {
        message:
          'This page is only shown on the server’s own machine. The operator can set DRAGOMAN_PAGE_PASSWORD, or DRAGOMAN_PAGE=on, to show it to others.',
      });
    }
  };
};

/**
 * A hook that limits what one visitor asks for in a minute, on every route that translates or
 * changes something. Reading costs nothing.
 *
 * @throws AppError `too_many_requests`
 */
export const limitVisitors = ({
  pageRequestsPerMinute: requestsPerMinute,
  pageCharactersPerMinute: charactersPerMinute,
}: Pick<
  HttpSettings,
  'pageRequestsPerMinute' | 'pageCharactersPerMinute'
>): onRequestAsyncHookHandler => {
  const rateLimits = createRateLimits(() => performance.now());
  return async ({ method, ip, headers }) => {
    if (method === 'GET' || method === 'HEAD') return;
    const limits = { ...PAGE_VISITORS.limits, requestsPerMinute, charactersPerMinute };
    const visitor = { ...PAGE_VISITORS, id: networkOf(ip), limits };
    const characters = Number(headers['content-length'] ?? 0);
    await rateLimits.take(visitor, { requests: 1, characters }).catch((error: unknown) => {
      if (!isAppError(error)) throw error;
      const message = 'You have reached your limit per minute. Try again later.';
      const { retryAfterSeconds = 1 } = error;
      throw new AppError('too_many_requests', { message, retryAfterSeconds });
    });
  };
};
