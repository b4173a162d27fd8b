import type { ServerResponse } from 'node:http';
import { AppError } from '@dragoman/contract';

/**
 * Reports once whether a response was sent as a whole, as soon as that is known.
 *
 * `writableFinished` does not say so: a connection that breaks finishes its response too, with
 * bytes that went nowhere.
 */
export const onceSent = (response: ServerResponse, report: (wasSent: boolean) => void): void => {
  const { socket } = response;
  let wasSent = false;
  response.once('finish', () => {
    // A failed write is known before the socket is destroyed for it.
    wasSent = socket?.destroyed === false && socket.errored === null;
  });
  if (response.destroyed) report(false);
  else response.once('close', () => report(wasSent));
};

/** Aborts when the client leaves before the response was sent. */
export const signalOf = (response: ServerResponse): AbortSignal => {
  const caller = new AbortController();
  onceSent(response, (wasSent) => {
    if (!wasSent) caller.abort(new AppError('client_closed'));
  });
  return caller.signal;
};
