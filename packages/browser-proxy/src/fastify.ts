import type { FastifyPluginAsync } from 'fastify';
import { createBrowserProxy } from './browser-proxy.js';
import { toProxyRequest } from './node-handler.js';
import type { BrowserProxyOptions } from './options.js';

/**
 * The proxy as a Fastify plugin: `app.register(browserProxy, { basePath: '/translate-proxy' })`.
 * A `prefix` goes before `basePath`. The body parsers of the app around it are left as they are.
 */
export const browserProxy: FastifyPluginAsync<BrowserProxyOptions> = async (app, options) => {
  const proxy = createBrowserProxy({
    ...options,
    basePath: `${app.prefix}${options.basePath ?? '/translate-proxy'}`,
  });
  // The proxy reads the body itself, up to its own limit.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all(
    `${proxy.basePath.slice(app.prefix.length)}/*`,
    { bodyLimit: Number.MAX_SAFE_INTEGER },
    async (request, reply) => {
      const proxied = toProxyRequest(request.raw, reply.raw, request.originalUrl);
      const { status, headers, body } = await proxy.answer(proxied);
      return reply
        .code(status)
        .headers({ ...headers })
        .send(body);
    },
  );
};
