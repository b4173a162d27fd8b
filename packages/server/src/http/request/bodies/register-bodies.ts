import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseMultipartBody } from './multipart.js';
import { BODY_PARSERS } from './parse-bodies.js';

/** Reads JSON and forms; all other bodies are refused. */
export const registerBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  for (const [type, parse] of BODY_PARSERS) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
      parse(body),
    );
  }
};

/** Reads multipart forms below `app`, as fields without files. */
export const registerMultipart = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async ({ headers }: Pick<FastifyRequest, 'headers'>, body: Buffer) =>
      parseMultipartBody(body, headers['content-type'] ?? ''),
  );
};
