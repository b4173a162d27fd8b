import { once } from 'node:events';
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNetworkCheck } from '../networks.js';
import { enforceTransferRates, limitConnections, registerClosing } from './connections.js';

/** A server that answers once the body begins and never reads on, and a client with one connection. */
const start = async () => {
  const app = Fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.once('data', () => {
      payload.pause();
      done(null);
    });
  });
  registerClosing(app);
  app.post('/', async () => 'no');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (): ClientRequest => request({ agent, port, host: '127.0.0.1', method: 'POST' });
  const answerTo = async (call: ClientRequest): Promise<string> => {
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return (await response.setEncoding('utf8').toArray()).join('');
  };
  const stop = async () => {
    agent.destroy();
    await app.close();
  };
  return { post, answerTo, stop };
};

describe('a connection on which a request was answered before its body had arrived', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is closed when the body does not come', async () => {
    const { post, answerTo, stop } = await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = post();
    first.write('half of it');
    expect(await answerTo(first)).toBe('no');
    const closed = once(first.socket ?? first, 'close');
    vi.advanceTimersByTime(10_000);
    await closed;
    await stop();
  });

  it('stays open for the next request when it comes after all', async () => {
    const { post, answerTo, stop } = await start();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = post();
    first.write('half of it');
    const [response] = (await once(first, 'response')) as [IncomingMessage];
    const { socket } = first;
    first.end('the other half');
    response.resume();
    await once(response, 'end');
    // Once this has an answer, the server has read what came before it.
    const second = post();
    second.end();
    expect(await answerTo(second)).toBe('no');
    vi.advanceTimersByTime(10_000);
    const third = post();
    third.end();
    expect(await answerTo(third)).toBe('no');
    expect(third.socket).toBe(socket);
    await stop();
  });
});

describe('a connection that is slow', () => {
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
});

describe('the connections of one address', () => {
  const answersOf = async (trustedProxies: readonly string[]) => {
    const server = createServer((_request, response) => response.end('yes'));
    const settings = { maxConnections: 100, maxConnectionsPerAddress: 1, receiveTimeoutMs: 10_000 };
    limitConnections(server, settings, createNetworkCheck(trustedProxies));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sockets: Socket[] = [];
    const answers: boolean[] = [];
    for (let count = 0; count < 2; count++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      sockets.push(socket);
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      answers.push(
        await new Promise<boolean>((resolve) => {
          socket.once('data', () => resolve(true)).once('close', () => resolve(false));
        }),
      );
    }
    for (const socket of sockets) socket.destroy();
    server.close();
    return answers;
  };

  it('are limited', async () => {
    expect(await answersOf([])).toEqual([true, false]);
  });

  it('are not where it is a trusted proxy, which brings the requests of everybody', async () => {
    expect(await answersOf(['127.0.0.1'])).toEqual([true, true]);
  });
});
