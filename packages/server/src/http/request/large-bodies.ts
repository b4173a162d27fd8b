import { AppError } from '@dragoman/contract';
import type { preParsingAsyncHookHandler } from 'fastify';

/**
 * A hook that receives few large bodies at the same time: each is in memory several times while it
 * is read. Small ones always pass.
 *
 * @param smallBytes bodies that say they are up to this long are small
 * @throws AppError `too_many_requests`
 */
export const boundLargeBodies = (
  maxAtOnce: number,
  smallBytes: number,
): preParsingAsyncHookHandler => {
  let receiving = 0;
  return async ({ headers }, reply, payload) => {
    const isSmall = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= smallBytes;
    if (isSmall) return payload;
    if (receiving >= maxAtOnce) throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
    receiving++;
    // When the response has been sent, or the connection has broken.
    reply.raw.once('close', () => receiving--);
    return payload;
  };
};
