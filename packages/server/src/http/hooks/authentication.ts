import { AppError } from '@dragoman/contract';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { KeyRecord, Permission } from '../../accounts/records/key-record.js';
import type { HttpDependencies, KeyGuard } from '../request/context.js';

/** Maximum length of the Authorization header, in characters. */
const MAX_HEADER_LENGTH = 1024;

/** The dependencies of the key check. */
export type Authentication = Pick<HttpDependencies, 'rateLimits' | 'checkPlanAddress'> & {
  readonly keyGuard: KeyGuard;
  readonly settings: Pick<HttpDependencies['settings'], 'authSchemes'>;
};

/**
 * A hook that lets only requests with a known key through: `Authorization: <scheme> <key>`.
 *
 * @param permissions one of these the key must have
 * @throws AppError `unauthorized` (403, as existing clients expect); `too_many_requests` beyond the
 *   key's limit of requests, or after too many wrong keys from one address
 */
export const requireKey = (
  authentication: Authentication,
  permissions: readonly Permission[],
): onRequestAsyncHookHandler => {
  const {
    keyGuard,
    settings: { authSchemes },
  } = authentication;
  const accepted = new Set(authSchemes.map((scheme) => scheme.toLowerCase()));
  return async (request) => {
    const header = request.headers.authorization ?? '';
    if (header.length > MAX_HEADER_LENGTH) throw new AppError('unauthorized');
    const [scheme = '', secret = '', ...rest] = header.trim().split(/ +/);
    const isWellFormed = accepted.has(scheme.toLowerCase()) && secret !== '' && rest.length === 0;
    const apiKey = isWellFormed ? await keyGuard.find(secret, request) : undefined;
    if (!apiKey) {
      throw new AppError('unauthorized', {
        message: `Authorization failed. Send the header 'Authorization: ${authSchemes[0]} <API key>'.`,
      });
    }
    await admit(request, apiKey, permissions, authentication);
  };
};

/**
 * Assigns a request to a key, wherever the key was found.
 *
 * @param permissions one of these the key must have
 * @throws AppError `unauthorized`, `too_many_requests`
 */
export const admit = async (
  request: FastifyRequest,
  apiKey: KeyRecord,
  permissions: readonly Permission[],
  { checkPlanAddress, rateLimits }: Pick<Authentication, 'checkPlanAddress' | 'rateLimits'>,
): Promise<void> => {
  request.apiKey = apiKey;
  checkPlanAddress(apiKey, { host: request.headers.host, localPort: request.socket.localPort });
  if (!permissions.some((permission) => apiKey.permissions.includes(permission))) {
    throw new AppError('unauthorized', {
      message: `Authorization failed: this key lacks the permission '${permissions[0]}'.`,
    });
  }
  await rateLimits.take(apiKey, { requests: 1, characters: 0 });
};
