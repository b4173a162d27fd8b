import type { FastifyInstance } from 'fastify';

/**
 * How long a client may go on sending a body after its response. Long enough for a busy client to
 * notice the response: one whose connection breaks first may never see it.
 */
const MAX_USELESS_MS = 10_000;

/** Closes connections on which nothing good can come any more. */
export const registerClosing = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply) => {
    // Without a key there is no reason to keep the connection. Where the body is still arriving,
    // closing it now could take the response away from the client before it has read it.
    if (reply.statusCode === 403 && request.raw.complete) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return;
    const timer = setTimeout(() => {
      // A body that arrived after all may not have been read to its end, and its connection may have
      // another request by now.
      if (!raw.complete) raw.destroy();
    }, MAX_USELESS_MS).unref();
    raw.once('close', () => clearTimeout(timer));
  });
};
