import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { onceSent } from './once-sent.js';

/** More than all buffers between two programs on one machine hold. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'a');

describe('whether a response was sent', () => {
  let close = (): void => {};
  afterEach(() => close());

  /** Requests an answer from a server, and resolves to what was reported about it. */
  const reportOf = async (
    answer: (response: ServerResponse) => void,
    read: (response: IncomingMessage) => void,
  ): Promise<boolean> => {
    const server = createServer().listen(0, '127.0.0.1');
    close = () => {
      server.close();
      server.closeAllConnections();
    };
    await once(server, 'listening');
    const reported = new Promise<boolean>((resolve) => {
      server.on('request', (_request, response) => {
        onceSent(response, resolve);
        answer(response);
      });
    });
    get({ port: (server.address() as AddressInfo).port }, read).on('error', () => {});
    return reported;
  };

  it('is reported once the client has all of it', async () => {
    expect(
      await reportOf(
        (response) => response.end('all'),
        (response) => response.resume(),
      ),
    ).toBe(true);
  });

  it('is denied where the connection breaks with bytes unsent', async () => {
    expect(
      await reportOf(
        (response) => response.end(LARGE),
        (response) => response.destroy(),
      ),
    ).toBe(false);
  });

  it('is denied where the connection breaks before there is an answer', async () => {
    expect(
      await reportOf(
        (response) => response.socket?.destroy(),
        () => {},
      ),
    ).toBe(false);
  });
});
