import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How slow a client may be. */
interface TransferRates {
  /** Of bodies that arrive, and of responses that wait to be taken. */
  readonly bytesPerSecond: number;
  /** The time over which a body is measured. */
  readonly bodyWindowMs: number;
  /** The same for a response; a client may be busy with what it has. */
  readonly responseWindowMs: number;
}

/** Slower than any network that people still use. */
const TRANSFER_RATES: TransferRates = {
  bytesPerSecond: 500,
  bodyWindowMs: 10_000,
  responseWindowMs: 60_000,
};

const CHECKS_PER_WINDOW = 5;

interface Mark {
  readonly atMs: number;
  readonly bytes: number;
}

/**
 * Ends requests whose bodies drip, with a 408, and connections on which responses are not taken:
 * what either needs meanwhile, others could use.
 */
export const enforceTransferRates = (
  server: Server,
  { bytesPerSecond, bodyWindowMs, responseWindowMs }: TransferRates = TRANSFER_RATES,
): void => {
  const exchanges = new Set<() => void>();
  /** @returns whether fewer bytes than need be have gone since a mark, once its window is over */
  const isTooSlow = (mark: Mark, bytes: number, windowMs: number): boolean =>
    bytes - mark.bytes < (bytesPerSecond * windowMs) / 1000;

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    let received: Mark = { atMs: performance.now(), bytes: socket.bytesRead };
    let taken: Mark = { atMs: performance.now(), bytes: 0 };

    const checkBody = (nowMs: number): void => {
      const bytes = socket.bytesRead;
      // While the server does not read, or has answered already, its client is not to blame.
      const isWaitedFor =
        !request.complete && request.readableLength === 0 && !response.headersSent;
      if (isWaitedFor && nowMs - received.atMs < bodyWindowMs) return;
      if (isWaitedFor && isTooSlow(received, bytes, bodyWindowMs)) {
        const error = Object.assign(new Error('the body is too slow'), {
          code: 'ERR_HTTP_REQUEST_TIMEOUT',
        });
        if (!server.emit('clientError', error, socket)) socket.destroy();
      }
      received = { atMs: nowMs, bytes };
    };

    const checkResponse = (nowMs: number): void => {
      const waiting = socket.writableLength;
      const bytes = socket.bytesWritten - waiting;
      if (waiting > 0 && nowMs - taken.atMs < responseWindowMs) return;
      if (waiting > 0 && isTooSlow(taken, bytes, responseWindowMs)) socket.destroy();
      taken = { atMs: nowMs, bytes };
    };

    const check = (): void => {
      const nowMs = performance.now();
      checkBody(nowMs);
      checkResponse(nowMs);
    };
    exchanges.add(check);
    response.once('close', () => exchanges.delete(check));
  });

  const timer = setInterval(() => {
    for (const check of exchanges) check();
  }, Math.min(bodyWindowMs, responseWindowMs) / CHECKS_PER_WINDOW).unref();
  server.once('close', () => clearInterval(timer));
};
