import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from './chat-client.js';

describe('a posted body', () => {
  /** Connections that were used. A second request on one finds it closed. */
  const used = new Set<Socket>();
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    if (used.has(request.socket)) {
      request.socket.destroy();
      return;
    }
    used.add(request.socket);
    response.end(`${request.headers['content-length']}: ${await text(request)}`);
  });
  let url: URL;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const send = async (body: string, signal = new AbortController().signal) =>
    text(await post(url, { headers: { 'content-type': 'text/plain' }, body, signal }));

  it('is sent once more where the kept connection was closed meanwhile', async () => {
    expect(await send('one')).toBe('3: one');
    expect(await send('zwölf')).toBe('6: zwölf');
    expect(requests).toBe(3);
  });

  it('is not sent for a caller who has left', async () => {
    const before = requests;
    const left = new Error('left');
    await expect(send('three', AbortSignal.abort(left))).rejects.toBe(left);
    expect(requests).toBe(before);
  });

  it('fails where nobody listens', async () => {
    const nobody = new URL('http://127.0.0.1:1/');
    const signal = new AbortController().signal;
    await expect(post(nobody, { headers: {}, body: '', signal })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});
