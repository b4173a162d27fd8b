import type { FastifyInstance } from 'fastify';
import { LINGER_MS } from '../connections/connection-closer.js';

/** Closes connections on which nothing good can come any more. */
export const registerClosing = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply) => {
    // Without a key there is no reason to keep the connection. Where the body is still arriving,
    // closing it now could take the response away from the client before it has read it.
    if (reply.statusCode === 403 && request.raw.complete) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return;
    const timer = setTimeout(() => raw.destroy(), LINGER_MS).unref();
    raw.once('end', () => clearTimeout(timer));
    raw.once('close', () => clearTimeout(timer));
  });
};
