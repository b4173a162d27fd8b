import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Lets a service that is ready answer on further ports as well, until it closes. */
export const listenOnMorePorts = async (
  app: FastifyInstance,
  host: string,
  ports: readonly number[],
): Promise<void> => {
  for (const port of ports) {
    const server = createServer(app.routing);
    // Once the service listens it takes no more hooks; its own server closes first and tells.
    app.server.once('close', () => {
      server.close();
      server.closeIdleConnections();
    });
    server.listen(port, host);
    await once(server, 'listening');
  }
};
