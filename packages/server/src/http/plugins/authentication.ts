import { AppError } from '@dragoman/contract';
import type { onRequestAsyncHookHandler } from 'fastify';
import type { Permission } from '../../accounts/key-record.js';
import type { HttpDependencies } from '../context.js';

/** Longest Authorization header worth looking at, in characters. */
const MAX_HEADER_LENGTH = 1024;

/** What the check of a key needs. */
export type Authentication = Pick<HttpDependencies, 'keys' | 'rateLimits' | 'checkPlanAddress'> & {
  readonly settings: Pick<HttpDependencies['settings'], 'authSchemes'>;
};

/**
 * A hook that lets only requests with a known key through: `Authorization: <scheme> <key>`.
 *
 * @param permissions one of these the key must have
 * @throws AppError `unauthorized` (403, as existing clients expect); `too_many_requests` past the
 *   key's limit of requests
 */
export const requireKey = (
  { keys, rateLimits, checkPlanAddress, settings: { authSchemes } }: Authentication,
  permissions: readonly Permission[],
): onRequestAsyncHookHandler => {
  const accepted = new Set(authSchemes.map((scheme) => scheme.toLowerCase()));
  return async (request) => {
    const header = request.headers.authorization ?? '';
    if (header.length > MAX_HEADER_LENGTH) throw new AppError('unauthorized');
    const [scheme = '', secret = '', ...rest] = header.trim().split(/ +/);
    const isWellFormed = accepted.has(scheme.toLowerCase()) && secret !== '' && rest.length === 0;
    const apiKey = isWellFormed ? await keys.find(secret) : undefined;
    if (!apiKey) {
      throw new AppError('unauthorized', {
        message: `Authorization failed. Send the header 'Authorization: ${authSchemes[0]} <API key>'.`,
      });
    }
    request.apiKey = apiKey;
    checkPlanAddress(apiKey, { host: request.headers.host, localPort: request.socket.localPort });
    if (!permissions.some((permission) => apiKey.permissions.includes(permission))) {
      throw new AppError('unauthorized', {
        message: `Authorization failed: this key lacks the permission '${permissions[0]}'.`,
      });
    }
    await rateLimits.take(apiKey, { requests: 1, characters: 0 });
  };
};
