import { AppError } from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import { requireUtf8 } from './charset.js';
import { BODY_PARSERS } from './parse-bodies.js';

type Parameters = Readonly<Record<string, unknown>>;

/**
 * The parameters of a request for a list, from the address and from the body; those of the address
 * have priority. Existing clients send a body even with `GET`, which fastify does not read.
 *
 * @throws AppError `malformed_body`, `body_too_large`, `unsupported_media_type`
 */
export const listingParameters = async (
  request: FastifyRequest,
  { maxBodyBytes }: { readonly maxBodyBytes: number },
): Promise<Parameters> => {
  const body = request.method === 'GET' ? await bodyOfGet(request, maxBodyBytes) : request.body;
  const query = request.query as Parameters;
  return typeof body === 'object' ? { ...body, ...query } : query;
};

const bodyOfGet = async ({ raw, headers }: FastifyRequest, maxBytes: number): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of raw) {
    size += chunk.length;
    if (size > maxBytes) throw new AppError('body_too_large');
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  requireUtf8(headers['content-type']);
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return BODY_PARSERS.get(type)?.(Buffer.concat(chunks));
};
