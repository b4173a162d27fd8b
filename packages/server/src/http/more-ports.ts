import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Lets a listening service also listen on further ports, until it closes. */
export const listenOnMorePorts = async (
  app: FastifyInstance,
  host: string,
  ports: readonly number[],
): Promise<void> => {
  for (const port of ports) {
    const server = createServer(app.routing);
    // A listening service accepts no more hooks, so the event of its own server is used.
    app.server.once('close', () => {
      server.close();
      server.closeIdleConnections();
    });
    server.listen(port, host);
    await once(server, 'listening');
  }
};
