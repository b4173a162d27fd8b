import { AppError } from '@dragoman/contract';
import type { FastifyReply } from 'fastify';

/** A signal that aborts when the client closes the connection before its answer is written. */
export const callerSignal = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new AppError('client_closed'));
  });
  return controller.signal;
};
