import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type ConnectionSettings, limitConnections, timeoutOptions } from './limit-connections.js';
import { enforceTransferRates } from './transfer-rates.js';

/** Lets a listening service also listen on further ports, until it closes. */
export const listenOnExtraPorts = async (
  app: FastifyInstance,
  host: string,
  ports: readonly number[],
  settings: ConnectionSettings,
): Promise<void> => {
  for (const port of ports) {
    const server = createServer(timeoutOptions(settings), app.routing);
    limitConnections(server, settings);
    enforceTransferRates(server);
    app.connectionCloser.watch(server);
    // A listening service accepts no more hooks, so the event of its own server is used.
    app.server.once('close', () => {
      server.close();
      server.closeIdleConnections();
    });
    server.listen(port, host);
    await once(server, 'listening');
  }
};
