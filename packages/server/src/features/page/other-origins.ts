import { originOf } from '@dragoman/browser-proxy';
import { AppError } from '@dragoman/contract';
import type { onRequestAsyncHookHandler } from 'fastify';

/**
 * A form can be sent from any site, so the browser has to say that it comes from the page.
 *
 * @throws AppError `browser_refused`
 */
export const refuseOtherOrigins: onRequestAsyncHookHandler = async ({ method, headers }) => {
  const header = (name: string) => headers[name]?.toString();
  if (originOf({ method, header }, new Set()) !== 'same') throw new AppError('browser_refused');
};
