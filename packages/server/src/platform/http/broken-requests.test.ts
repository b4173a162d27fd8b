import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Stores } from '../../open-stores.js';
import { createTestApp } from '../../testing/test-app.js';
import { openTestStores } from '../database/testing/test-stores.js';

let accounts: Stores;
let app: FastifyInstance;
beforeAll(async () => {
  accounts = await openTestStores();
  app = await createTestApp({ accounts, settings: { authKey: 'the-key' } });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await accounts.close();
});

const HOST = 'Host: localhost\r\n';
const KEY = 'Authorization: Service-Auth-Key the-key\r\n';

const send = async (head: string, body = '') => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${head}Connection: close\r\n\r\n${body}`);
  const answer = await text(socket);
  const [, status] = /^HTTP\/1\.1 (\d+) /.exec(answer) ?? [];
  return { status: Number(status), answer, body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
};

it.each([
  ['a percent sign without digits', 400, `GET /secret/%zz HTTP/1.1\r\n${HOST}`],
  ['half of a character', 400, `GET /secret/%E0%A4 HTTP/1.1\r\n${HOST}`],
  ['an id that is no UTF-8', 400, `GET /v3/glossaries/%ff HTTP/1.1\r\n${HOST}${KEY}`],
  ['a very long id', 414, `GET /v3/glossaries/${'x'.repeat(5000)} HTTP/1.1\r\n${HOST}${KEY}`],
  ['a very long address', 414, `GET /v2/languages?x=${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}`],
  ['very large headers', 431, `GET /secret HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n`],
  ['no Host', 400, 'GET /health/live HTTP/1.1\r\n'],
  ['two Hosts', 400, `GET /health/live HTTP/1.1\r\n${HOST}${HOST}`],
  ['an unknown version', 400, `GET /secret HTTP/9.1\r\n${HOST}`],
  ['an unknown method', 400, `SECRET / HTTP/1.1\r\n${HOST}`],
  ['an unknown type', 415, `POST /v2/translate HTTP/1.1\r\n${HOST}${KEY}Content-Length: 1\r\n`],
])('%s is answered in the format of all errors', async (_what, status, head) => {
  const answer = await send(head, status === 415 ? 'x' : '');
  expect(answer.status).toBe(status);
  const body = JSON.parse(answer.body);
  expect(Object.keys(body)).toEqual(['message', 'code', 'request_id']);
  expect(answer.answer.toLowerCase()).toContain(`x-trace-id: ${body.request_id}`);
  expect(answer.body).not.toMatch(/secret|FST_|xxx|%|node_modules|\.js/i);
});

it('a browser gets a page for it', async () => {
  const { status, answer } = await send(`GET /%zz HTTP/1.1\r\n${HOST}Accept: text/html\r\n`);
  expect(status).toBe(400);
  expect(answer).toContain('content-type: text/html');
  expect(answer).toContain('The path is malformed');
  const long = await send(
    `GET /download_file/${'x'.repeat(5000)}/a.txt HTTP/1.1\r\n${HOST}Accept: text/html\r\n`,
  );
  expect(long.status).toBe(414);
  expect(long.answer).toContain('<title>Dragoman: 414</title>');
});

it('a client of HTTP/1.0 needs no Host', async () => {
  expect((await send('GET /health/live HTTP/1.0\r\n')).status).toBe(200);
});
