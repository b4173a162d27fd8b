import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError, invalidParameter } from '@dragoman/contract';
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify';
import { BODY_PARSERS, decodeUtf8, joinNumbered, requireUtf8 } from './parse-bodies.js';

type Sent = Pick<FastifyRequest, 'headers'>;

/** Reads JSON and forms; all other bodies are refused. */
export const registerBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers();
  app.addHook('preParsing', unpack);
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

const UNPACKERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Unpacks a body with a Content-Encoding; the limit of the body counts for what is unpacked, too.
 *
 * @throws AppError `unsupported_media_type` for another encoding, `malformed_body` for broken data
 */
const unpack: preParsingHookHandler = (request, _reply, payload, done) => {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return done(null, payload);
  const createUnpacker = UNPACKERS.get(encoding);
  if (!createUnpacker) {
    return done(
      new AppError('unsupported_media_type', {
        message: `The Content-Encoding ${encoding} is not supported. Send gzip, deflate, br or none.`,
      }),
    );
  }
  const unpacked = Object.assign(createUnpacker(), { receivedEncodedLength: 0 });
  payload.on('data', (chunk: Buffer) => {
    unpacked.receivedEncodedLength += chunk.length;
  });
  payload.on('error', (error) => unpacked.destroy(error));
  done(null, payload.pipe(unpacked));
};

/**
 * The fields of a multipart form; repeated fields become lists.
 *
 * @param contentType the header, which names the boundary
 * @throws AppError `malformed_body`; `invalid_parameter` for a file
 */
const parseMultipartBody = async (
  body: Buffer,
  contentType: string,
): Promise<Readonly<Record<string, unknown>>> => {
  decodeUtf8(body);
  const form = await readForm(body, contentType);
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of form) {
    if (typeof value !== 'string') throw invalidParameter(name, 'Files are not accepted here.');
    const known = fields[name];
    fields[name] = known === undefined ? value : [...[known].flat(), value];
  }
  return joinNumbered(fields);
};

const readForm = async (body: Buffer, contentType: string): Promise<FormData> => {
  try {
    const headers = { 'content-type': contentType };
    return await new Response(new Uint8Array(body), { headers }).formData();
  } catch (cause) {
    throw new AppError('malformed_body', {
      message: 'The multipart form cannot be read. Is the boundary the same as in the header?',
      cause,
    });
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
