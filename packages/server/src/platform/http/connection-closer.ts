import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long a client may go on sending a request that is of no use any more. */
export const LINGER_MS = 2000;
/** How long a stopping server waits for a request on a connection that has not sent any yet. */
const SILENCE_MS = 250;

/** Ends the connections of servers that stop. */
export interface ConnectionCloser {
  /** Has a server's connections ended, too. */
  watch(server: Server): void;
  /** From now on every response asks its client to use another connection for the next request. */
  drain(): void;
  readonly isDraining: boolean;
  /**
   * Ends all connections once no request is in flight. A request that is still arriving has
   * {@link LINGER_MS} left to do so.
   */
  close(): void;
}

export const createConnectionCloser = (): ConnectionCloser => {
  const servers: Server[] = [];
  const inFlight = new Set<IncomingMessage>();
  let isDraining = false;
  let isSilenceOver = false;
  const endWhenIdle = (): void => {
    if (!isSilenceOver || inFlight.size > 0) return;
    for (const server of servers) server.closeAllConnections();
  };
  return {
    watch(server) {
      servers.push(server);
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        inFlight.add(request);
        response.once('close', () => {
          inFlight.delete(request);
          endWhenIdle();
        });
      });
    },
    drain() {
      isDraining = true;
    },
    get isDraining() {
      return isDraining;
    },
    close() {
      setTimeout(() => {
        isSilenceOver = true;
        endWhenIdle();
      }, SILENCE_MS).unref();
      setTimeout(() => {
        for (const request of inFlight) if (!request.complete) request.socket.destroy();
      }, LINGER_MS).unref();
    },
  };
};
