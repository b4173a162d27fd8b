import { AppError } from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';

/** What a request sent, unchecked. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The members of a JSON object or form, with those of the query behind them.
 *
 * @throws AppError `malformed_body` for a JSON body that is no object
 */
export const fieldsOf = ({ query, body }: Pick<FastifyRequest, 'query' | 'body'>): Fields => {
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw new AppError('malformed_body', { message: 'The request body must be an object.' });
  }
  return { ...(query as Fields), ...body };
};
