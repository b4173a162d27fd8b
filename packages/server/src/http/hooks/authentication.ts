import { AppError } from '@dragoman/contract';
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { KeyRecord, Permission } from '../../accounts/records/key-record.js';
import type { HttpDependencies } from '../request/context.js';

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
  authentication: Authentication,
  permissions: readonly Permission[],
): onRequestAsyncHookHandler => {
  const {
    keys,
    settings: { authSchemes },
  } = authentication;
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
    await admit(request, apiKey, permissions, authentication);
  };
};

/** Paths that are the API's, whether there is something at them or not. */
const API_PATH = /^\/v[23]\//;

/**
 * A hook that asks for a key before it is told that there is nothing at a path of the API. It comes
 * before the body is read.
 *
 * @throws AppError as {@link requireKey} does
 */
export const requireKeyForUnknownPaths = (
  authentication: Authentication,
): onRequestAsyncHookHandler => {
  const check = requireKey(authentication, ['translate', 'usage', 'admin']);
  return async function (request, reply) {
    const isAsked = request.is404 && request.method !== 'OPTIONS' && API_PATH.test(request.url);
    if (isAsked) await check.call(this, request, reply);
  };
};

/**
 * Makes a request that of a key, wherever the key was found.
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
