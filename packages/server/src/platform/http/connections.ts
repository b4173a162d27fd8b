import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { networkOf } from '@dragoman/browser-proxy/visitors';
import type { FastifyInstance } from 'fastify';
import type { PlatformConfiguration } from '../configuration/service-settings.js';
import { maxOpenFiles } from '../files.js';

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

const HEADERS_TIMEOUT_MS = 20_000;
/** How precisely Node keeps the times of connections, at most. */
const CHECK_INTERVAL_MS = 5000;

/** The settings that bound what connections may cost. */
type ConnectionSettings = Pick<
  PlatformConfiguration,
  'maxConnections' | 'maxConnectionsPerAddress' | 'receiveTimeoutMs'
>;

/** Node's own options: how long a request may take to arrive, on every port alike. */
export const serverOptions = ({
  receiveTimeoutMs,
}: Pick<ConnectionSettings, 'receiveTimeoutMs'>): ServerOptions => ({
  // The service refuses a request without this header itself, in its own words.
  requireHostHeader: false,
  requestTimeout: receiveTimeoutMs,
  headersTimeout: Math.min(HEADERS_TIMEOUT_MS, receiveTimeoutMs),
  connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, Math.ceil(receiveTimeoutMs / 2)),
});

/**
 * Limits the connections of a server, in all and from one address. Trusted proxies bring the requests
 * of everybody.
 */
export const limitConnections = (
  server: Server,
  settings: ConnectionSettings,
  isTrustedProxy: (address: string) => boolean,
): void => {
  const most = Math.min(settings.maxConnections, Math.floor(0.75 * maxOpenFiles()));
  const mostPerAddress = Math.min(settings.maxConnectionsPerAddress, Math.ceil(most / 2));
  const counts = new Map<string, number>();
  server.maxConnections = most;
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    if (isTrustedProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
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

/** Lets a listening service also listen on further ports, until it closes. */
export const listenOnExtraPorts = async (
  app: FastifyInstance,
  host: string,
  ports: readonly number[],
  settings: ConnectionSettings,
): Promise<void> => {
  for (const port of ports) {
    const server = createServer(serverOptions(settings), app.routing);
    limitConnections(server, settings, app.isTrustedProxy);
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
