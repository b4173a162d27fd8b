import { AppError } from '@dragoman/contract';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
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
