import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { enforceTransferRates } from './transfer-rates.js';

const RATES = { bytesPerSecond: 1000, bodyWindowMs: 100, responseWindowMs: 200 };

let server: Server;
const sockets: Socket[] = [];
const open = async (handle: (request: IncomingMessage, response: ServerResponse) => void) => {
  server = createServer(handle);
  enforceTransferRates(server, RATES);
  server.on('clientError', (error: Error & { readonly code?: string }, socket) =>
    socket.end(`HTTP/1.1 ${error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400} Late\r\n\r\n`),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  return socket;
};
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

it('a body that drips is answered with a 408', async () => {
  const socket = await open((request) => request.resume());
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
  const timer = setInterval(() => socket.write(' '), 20);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  clearInterval(timer);
});

it('a body that the server does not read is not held against its client', async () => {
  const socket = await open((request, response) => {
    // Nothing is read for several windows.
    setTimeout(() => request.resume().once('end', () => response.end('read')), 400);
  });
  const body = 'x'.repeat(200_000);
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

it('a response that nobody takes is given up', async () => {
  let hasClosed: (value: unknown) => void = () => {};
  const closed = new Promise((resolve) => {
    hasClosed = resolve;
  });
  const socket = await open((_request, response) => {
    response.once('close', hasClosed);
    // More than the buffers of both sides take.
    response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await closed;
  expect(server.listening).toBe(true);
});

it('a response that takes long to begin is waited for', async () => {
  const socket = await open((_request, response) => {
    setTimeout(() => response.end('done'), 500);
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});
