import type { FastifyRequest } from 'fastify';

/** Parts of a path, as a proxy in front may put them before those of the server. */
const PREFIX = /^(\/[\w.~-]+)+$/;

/** The first of the values that proxies, one behind the other, have written into a header. */
const firstOf = ({ headers }: FastifyRequest, name: string): string | undefined =>
  headers[name]?.toString().split(',', 1)[0]?.trim();

/**
 * Whether the caller's connection is encrypted: up to the server, or up to a proxy that says so.
 * Callers can write the header themselves; what depends on it must only concern their own response.
 */
export const isEncrypted = (request: FastifyRequest): boolean =>
  request.protocol === 'https' || firstOf(request, 'x-forwarded-proto') === 'https';

/**
 * The path of this server below the address of a proxy, without a slash at its end: `/translate`.
 * Empty where there is none.
 */
export const pathPrefixOf = (request: FastifyRequest): string => {
  const prefix = firstOf(request, 'x-forwarded-prefix')?.replace(/\/$/, '') ?? '';
  return PREFIX.test(prefix) ? prefix : '';
};

/**
 * The server's address as the caller knows it, without a slash at its end:
 * `https://example.com/translate`.
 */
export const publicAddressOf = (request: FastifyRequest): string =>
  `http${isEncrypted(request) ? 's' : ''}://${request.host}${pathPrefixOf(request)}`;
