import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestServer } from '../start-server.js';

/** A TCP connection to a server, which writes what it is told to. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything the server sent. */
  received(): string;
  /** Resolves once the connection has ended, however it did. */
  readonly closed: Promise<unknown>;
}

/**
 * Connects to a server.
 *
 * @param from the own address; all of 127.0.0.0/8 are this machine's
 * @param allowHalfOpen whether it may go on sending when the server has nothing more to say
 */
export const connectTo = async (
  { url }: Pick<TestServer, 'url'>,
  { from = '127.0.0.1', allowHalfOpen = false } = {},
): Promise<RawConnection> => {
  const { hostname, port } = new URL(url);
  const address = { host: hostname, port: Number(port), localAddress: from };
  const socket = connect({ ...address, allowHalfOpen });
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', () => {});
  // Not `once`, which an error rejects: it ends a connection like anything else.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([once(socket, 'connect'), closed]);
  return { socket, received: () => received, closed };
};

/** The head of a request whose body is longer than what is sent of it. */
export const endlessRequest = (authorization: string): string =>
  [
    'POST /v2/translate HTTP/1.1',
    'Host: localhost',
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    'Content-Length: 100000',
    '',
    '{',
  ].join('\r\n');
