// A web server of your own with a page that translates.
//
//   DRAGOMAN_AUTH_KEY=… DRAGOMAN_SERVER_URL=http://127.0.0.1:3030 node server.mjs [port]
//
// The key stays in this process: the page calls /translate-proxy, and the proxy calls the service.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createNodeHandler } from '@dragoman/browser-proxy';

const file = async (name, type) => ({
  type,
  content: await readFile(new URL(import.meta.resolve(name))),
});

const files = new Map([
  ['/', await file('./page.html', 'text/html; charset=utf-8')],
  ['/page.js', await file('./page.js', 'text/javascript; charset=utf-8')],
  [
    '/browser-proxy.js',
    await file('@dragoman/browser-proxy/browser', 'text/javascript; charset=utf-8'),
  ],
]);

const sendFile = (request, response) => {
  const found = files.get(request.url);
  response.writeHead(found ? 200 : 404, {
    'content-type': found?.type ?? 'text/plain',
    'content-security-policy': "default-src 'self'",
  });
  response.end(found?.content ?? 'Not found');
};

const proxy = createNodeHandler({ requestsPerMinute: 60 });

const server = createServer((request, response) => {
  proxy(request, response, () => sendFile(request, response));
});

server.listen(Number(process.argv[2] ?? 8080), '127.0.0.1');
await once(server, 'listening');
console.log(`Open http://127.0.0.1:${server.address().port}`);
