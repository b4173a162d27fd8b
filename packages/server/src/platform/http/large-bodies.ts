import type { preParsingAsyncHookHandler } from 'fastify';
import { createPlaces } from '../places.js';
import { callerIdOf } from './network-of.js';

/**
 * A hook that receives few large bodies at the same time: each is in memory several times while it
 * is read. Small ones always pass, and one caller has half of the places at most.
 *
 * @param smallBytes bodies that say they are up to this long are small
 * @throws AppError `too_many_requests`
 */
export const boundLargeBodies = (
  maxAtOnce: number,
  smallBytes: number,
): preParsingAsyncHookHandler => {
  const enter = createPlaces({ all: maxAtOnce, perCaller: maxAtOnce / 2 });
  return async (request, reply, payload) => {
    const isSmall =
      Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= smallBytes;
    if (isSmall) return payload;
    const caller = callerIdOf(request);
    const leave = enter({ ownerId: caller, callerId: caller });
    // When the response has been sent, or the connection has broken.
    reply.raw.once('close', leave);
    return payload;
  };
};
