import { AppError } from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';

/** The fields of a request, unchecked. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The members of a JSON object or form, and those of the query as a fallback.
 *
 * @throws AppError `malformed_body` for a JSON body that is not an object
 */
export const fieldsOf = ({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): Fields => {
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw new AppError('malformed_body', { message: 'The request body must be an object.' });
  }
  return { ...(query as Fields), ...body };
};
