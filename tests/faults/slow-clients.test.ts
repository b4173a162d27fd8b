import { afterEach, describe, expect, it } from 'vitest';
import {
  connectTo,
  endlessRequest,
  type RawConnection,
} from '../support/clients/raw-connections.js';
import { postTranslate, startTestServer, type TestServer } from '../support/start-server.js';

const BODY = { text: ['The house'], source_lang: 'EN', target_lang: 'ES' };

describe('a client that sends slowly or nothing', () => {
  let server: TestServer;
  const connections: RawConnection[] = [];
  const start = async (environment: Readonly<Record<string, string>> = {}) => {
    server = await startTestServer({ environment: { DRAGOMAN_ENGINES: 'fake', ...environment } });
  };
  const open = async (options?: Parameters<typeof connectTo>[1]) => {
    const connection = await connectTo(server, options);
    connections.push(connection);
    return connection;
  };
  /** Sends one more byte of a body every now and then, for as long as the connection lives. */
  const drip = ({ socket }: RawConnection) => {
    const timer = setInterval(() => socket.write(' '), 100);
    socket.once('close', () => clearInterval(timer));
  };
  afterEach(async () => {
    for (const { socket } of connections.splice(0)) socket.destroy();
    await server.stop();
  });

  it('gets a 408 when its request does not arrive in time, and no more of the server', async () => {
    await start({ DRAGOMAN_RECEIVE_TIMEOUT_MS: '1000' });
    const slow = await open({ allowHalfOpen: true });
    slow.socket.write(endlessRequest(`Service-Auth-Key ${server.key}`));
    drip(slow);
    await slow.closed;
    expect(slow.received()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(slow.received()).toContain('request_timeout');
  });

  it('is disconnected after the 403 when it has no key, although its body drips on', async () => {
    await start();
    const stranger = await open({ allowHalfOpen: true });
    stranger.socket.write(endlessRequest('Service-Auth-Key wrong'));
    drip(stranger);
    await stranger.closed;
    expect(stranger.received()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  });

  it('is disconnected after the 403 when it has no key and sent everything', async () => {
    await start();
    const stranger = await open();
    stranger.socket.write('GET /v2/usage HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await stranger.closed;
    expect(stranger.received()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(stranger.received()).toMatch(/^connection: close\r$/im);
  });

  it('keeps nobody else from connecting, however many connections it opens', async () => {
    await start({ DRAGOMAN_MAX_CONNECTIONS: '20', DRAGOMAN_MAX_CONNECTIONS_PER_ADDRESS: '10' });
    const greedy = await Promise.all(Array.from({ length: 30 }, () => open({ from: '127.0.0.2' })));
    await Promise.all(greedy.slice(10).map(({ closed }) => closed));
    expect((await postTranslate(server, BODY)).status).toBe(200);
  });

  it('does not delay the stop of the server', async () => {
    await start({ DRAGOMAN_SHUTDOWN_GRACE_MS: '600000' });
    const silent = await open();
    const dripping = await open();
    dripping.socket.write(endlessRequest(`Service-Auth-Key ${server.key}`));
    drip(dripping);
    expect((await postTranslate(server, BODY)).status).toBe(200);
    // Without an end to these connections it would last ten minutes.
    expect(await server.stop()).toBe(0);
    await Promise.all([silent.closed, dripping.closed]);
  });
});
