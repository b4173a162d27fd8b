import { AppError } from '@dragoman/contract';
import type { onRequestAsyncHookHandler } from 'fastify';
import { hasForeignName, isFromOtherSite } from './this-machine.js';

/**
 * A hook for routes without a key: pages of other sites in a browser on this machine cannot read
 * them.
 *
 * @throws AppError `browser_refused`
 */
export const refuseForeignSites: onRequestAsyncHookHandler = async (request) => {
  if (isFromOtherSite(request) || hasForeignName(request)) throw new AppError('browser_refused');
};
