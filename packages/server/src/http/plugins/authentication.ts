import { AppError } from '@dragoman/contract';
import type { KeyStore } from '@dragoman/core';
import type { onRequestAsyncHookHandler } from 'fastify';

/** Longest Authorization header worth looking at, in characters. */
const MAX_HEADER_LENGTH = 1024;

/**
 * A hook that lets only requests with a known key through: `Authorization: <scheme> <key>`.
 *
 * @param schemes accepted scheme words, in any case
 * @throws AppError `unauthorized` (403, as existing clients expect)
 */
export const requireKey = (
  keys: KeyStore,
  schemes: readonly string[],
): onRequestAsyncHookHandler => {
  const accepted = new Set(schemes.map((scheme) => scheme.toLowerCase()));
  return async (request) => {
    const header = request.headers.authorization ?? '';
    if (header.length > MAX_HEADER_LENGTH) throw new AppError('unauthorized');
    const [scheme = '', secret = '', ...rest] = header.trim().split(/ +/);
    const isWellFormed = accepted.has(scheme.toLowerCase()) && secret !== '' && rest.length === 0;
    const apiKey = isWellFormed ? await keys.find(secret) : undefined;
    if (!apiKey) {
      throw new AppError('unauthorized', {
        message: `Authorization failed. Send the header 'Authorization: ${schemes[0]} <API key>'.`,
      });
    }
    request.apiKey = apiKey;
  };
};
