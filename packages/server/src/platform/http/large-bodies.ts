import { AppError } from '@dragoman/contract';
import type { preParsingAsyncHookHandler } from 'fastify';
import { networkOf } from './network-of.js';

/**
 * A hook that receives few large bodies at the same time: each is in memory several times while it
 * is read. Small ones always pass, and one
 * caller has half of the places at most.
 *
 * @param smallBytes bodies that say they are up to this long are small
 * @throws AppError `too_many_requests`
 */
export const boundLargeBodies = (
  maxAtOnce: number,
  smallBytes: number,
): preParsingAsyncHookHandler => {
  const receiving: string[] = [];
  return async ({ headers, apiKey, ip }, reply, payload) => {
    const isSmall = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= smallBytes;
    if (isSmall) return payload;
    const caller = apiKey?.id ?? networkOf(ip);
    const ofCaller = receiving.filter((one) => one === caller).length;
    if (receiving.length >= maxAtOnce || ofCaller >= maxAtOnce / 2) {
      throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
    }
    receiving.push(caller);
    // When the response has been sent, or the connection has broken.
    reply.raw.once('close', () => receiving.splice(receiving.indexOf(caller), 1));
    return payload;
  };
};
