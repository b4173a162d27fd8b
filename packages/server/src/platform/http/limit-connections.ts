import type { Server, ServerOptions } from 'node:http';
import type { Configuration } from '../configuration/settings.js';
import { maxOpenFiles } from '../files.js';
import { networkOf } from './network-of.js';

const HEADERS_TIMEOUT_MS = 20_000;
/** How precisely Node keeps the times of connections, at most. */
const CHECK_INTERVAL_MS = 5000;

/** The settings that bound what connections may cost. */
export type ConnectionSettings = Pick<
  Configuration,
  'maxConnections' | 'maxConnectionsPerAddress' | 'receiveTimeoutMs'
>;

/** Node's own options: how long a request may take to arrive, on every port alike. */
export const timeoutOptions = ({
  receiveTimeoutMs,
}: Pick<ConnectionSettings, 'receiveTimeoutMs'>): ServerOptions => ({
  requestTimeout: receiveTimeoutMs,
  headersTimeout: Math.min(HEADERS_TIMEOUT_MS, receiveTimeoutMs),
  connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, Math.ceil(receiveTimeoutMs / 2)),
});

/** Limits the connections of a server, in all and from one address. */
export const limitConnections = (server: Server, settings: ConnectionSettings): void => {
  const most = Math.min(settings.maxConnections, Math.floor(0.75 * maxOpenFiles()));
  const mostPerAddress = Math.min(settings.maxConnectionsPerAddress, Math.ceil(most / 2));
  const counts = new Map<string, number>();
  server.maxConnections = most;
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (counts.get(network) ?? 0) + 1;
    if (count > mostPerAddress) {
      socket.destroy();
      return;
    }
    counts.set(network, count);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
};
