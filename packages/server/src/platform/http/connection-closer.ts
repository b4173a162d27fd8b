import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

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

/**
 * How long a client may go on sending a body after its response. Long enough for a busy client to
 * notice the response: one whose connection breaks first may never see it.
 */
const MAX_USELESS_MS = 10_000;

/** Closes connections on which nothing good can come any more. */
export const registerClosing = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply) => {
    // Without a key there is no reason to keep the connection. Where the body is still arriving,
    // closing it now could take the response away from the client before it has read it.
    if (reply.statusCode === 403 && request.raw.complete) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return;
    const timer = setTimeout(() => {
      // A body that arrived after all may not have been read to its end, and its connection may have
      // another request by now.
      if (!raw.complete) raw.destroy();
    }, MAX_USELESS_MS).unref();
    raw.once('close', () => clearTimeout(timer));
  });
};
