import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { registerClosing } from './connection-closer.js';

afterEach(() => {
  vi.useRealTimers();
});

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
