import { AppError } from '@dragoman/contract';
import type { preParsingAsyncHookHandler } from 'fastify';
import { callerIdOf } from './network-of.js';

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
  return async (request, reply, payload) => {
    const isSmall =
      Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= smallBytes;
    if (isSmall) return payload;
    const caller = callerIdOf(request);
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

/** Files are in memory while they arrive, so few may do so at once. */
const MAX_UPLOADS = 16;
/** Of one key, or of all visitors of the page. */
const MAX_PER_OWNER = 8;
const MAX_PER_CALLER = 4;

/** Who sends a file. */
interface Uploader {
  readonly ownerId: string;
  /** Differs among callers with the same owner; the same for all callers with one key. */
  readonly callerId: string;
}

/**
 * Takes a place for an upload. Those of one caller do not take the places of others.
 *
 * @returns leaves the place; to be called once
 * @throws AppError `too_many_requests`
 */
export type EnterUpload = (uploader: Uploader) => () => void;

export const createEnterUpload = (): EnterUpload => {
  const inside = new Set<Uploader>();
  return (uploader) => {
    const { ownerId, callerId } = uploader;
    const ofOwner = [...inside].filter((one) => one.ownerId === ownerId);
    const ofCaller = ofOwner.filter((one) => one.callerId === callerId);
    const isFull =
      inside.size >= MAX_UPLOADS ||
      ofOwner.length >= MAX_PER_OWNER ||
      ofCaller.length >= MAX_PER_CALLER;
    if (isFull) throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
    const place = { ownerId, callerId };
    inside.add(place);
    return () => {
      inside.delete(place);
    };
  };
};
