import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireUtf8 } from './charset.js';
import { parseMultipartBody } from './multipart.js';
import { BODY_PARSERS } from './parse-bodies.js';

type Sent = Pick<FastifyRequest, 'headers'>;

/** Reads JSON and forms; all other bodies are refused. */
export const registerBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  for (const [type, parse] of BODY_PARSERS) {
    app.addContentTypeParser(
      type,
      { parseAs: 'buffer' },
      async ({ headers }: Sent, body: Buffer) => {
        requireUtf8(headers['content-type']);
        return parse(body);
      },
    );
  }
};

/** Reads multipart forms below `app`, as fields without files. */
export const registerMultipart = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async ({ headers }: Sent, body: Buffer) => {
      requireUtf8(headers['content-type']);
      return parseMultipartBody(body, headers['content-type'] ?? '');
    },
  );
};
