import { AppError, isAppError } from '@dragoman/contract';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { HttpDependencies } from '../../context.js';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import {
  BODY_PARSERS,
  MULTIPART,
  mediaTypeOf,
  readForm,
} from '../../platform/http/parse-bodies.js';
import type { Permission } from '../../platform/http/permissions.js';
import { untilAborted } from '../../platform/promises.js';
import { readBounded } from '../../platform/read-bounded.js';
import type { KeyGuard } from './key-guard.js';
import type { RemainingRequests } from './rate-limits.js';

/** Maximum length of the Authorization header, in characters. */
const MAX_HEADER_LENGTH = 1024;

/** The dependencies of the key check. */
type Authentication = Pick<HttpDependencies, 'rateLimits' | 'checkPlanAddress'> & {
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
  const refuse = (problem: string) =>
    new AppError('unauthorized', {
      message: `Authorization failed: ${problem}. Send the header 'Authorization: ${authSchemes[0]} <API key>'.`,
    });
  return async (request, reply) => {
    const header = (request.headers.authorization ?? '').trim();
    if (header === '') {
      throw refuse(
        (await isKeyMisplaced(request))
          ? 'the API key is in the wrong place'
          : 'there is no API key in the Authorization header',
      );
    }
    if (header.length > MAX_HEADER_LENGTH) throw refuse('the header is too long for an API key');
    const [scheme = '', secret, ...rest] = header.split(/ +/);
    if (secret === undefined) {
      throw refuse('the header is malformed: it has one word, not a scheme and an API key');
    }
    if (!accepted.has(scheme.toLowerCase())) {
      throw refuse(`the header does not begin with ${authSchemes.join(' or ')}`);
    }
    if (rest.length > 0) {
      throw refuse('the header is malformed: it has more than a scheme and an API key');
    }
    const apiKey = await keyGuard.find(secret, request);
    // Which of the two it is would reveal whether a key exists.
    if (!apiKey) throw refuse('the API key is unknown or was revoked');
    await admit(request, reply, { apiKey, permissions }, authentication);
  };
};

/** Paths of the API, whether they exist or not. */
const API_PATH = /^\/v[23]\//;

/**
 * A hook that requires a key before a 404 below the paths of the API. It runs before the body is
 * read.
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

/** A key and the permissions that the request needs. */
interface FoundKey {
  readonly apiKey: KeyRecord;
  /** The key must have one of these. */
  readonly permissions: readonly Permission[];
}

/**
 * Assigns a request to a key, wherever the key was found, and reports how many requests are left.
 *
 * @throws AppError `unauthorized`, `too_many_requests`
 */
export const admit = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { apiKey, permissions }: FoundKey,
  { checkPlanAddress, rateLimits }: Pick<Authentication, 'checkPlanAddress' | 'rateLimits'>,
): Promise<void> => {
  request.apiKey = apiKey;
  checkPlanAddress(apiKey, { host: request.host, localPort: request.socket.localPort });
  if (!permissions.some((permission) => apiKey.permissions.includes(permission))) {
    throw new AppError('unauthorized', {
      message: `Authorization failed: this key lacks the permission '${permissions[0]}'.`,
    });
  }
  try {
    const remaining = await rateLimits.take(apiKey, { requests: 1, characters: 0 });
    if (remaining) reportRemaining(reply, remaining);
  } catch (error) {
    const limit = apiKey.limits.requestsPerMinute;
    if (limit !== null && isAppError(error) && error.retryAfterSeconds !== undefined) {
      reportRemaining(reply, { limit, remaining: 0, resetSeconds: error.retryAfterSeconds });
    }
    throw error;
  }
};

/** The header fields of draft-ietf-httpapi-ratelimit-headers-07. */
const reportRemaining = (
  reply: FastifyReply,
  { limit, remaining, resetSeconds }: RemainingRequests,
): void => {
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': resetSeconds,
  });
};

/** Fields in which other services accept keys. */
const KEY_FIELDS = ['auth_key', 'api_key', 'token'] as const;
const KEY_HEADERS = ['x-api-key', 'x-api-token'] as const;

/** How much of a body without a key is looked at, and for how long it is waited for. */
const MAX_BYTES = 16 * 1024;
const MAX_WAIT_MS = 1000;

/**
 * Whether a request without an Authorization header has a key where other services accept one: in
 * another header, the address, or a small body, which is read for it. Only for the error message.
 */
const isKeyMisplaced = async (request: FastifyRequest): Promise<boolean> =>
  KEY_HEADERS.some((name) => request.headers[name] !== undefined) ||
  hasKeyField(request.query) ||
  (await hasKeyInBody(request));

const hasKeyField = (fields: unknown): boolean =>
  KEY_FIELDS.some((name) => Object.hasOwn(Object(fields), name));

const hasKeyInBody = async ({ raw, headers }: FastifyRequest): Promise<boolean> => {
  const type = headers['content-type'] ?? '';
  const name = mediaTypeOf(type);
  const parse =
    name === MULTIPART
      ? async (body: Buffer) => Object.fromEntries(await readForm(body, type))
      : BODY_PARSERS.get(name);
  if (!parse || Number(headers['content-length'] ?? 0) > MAX_BYTES) return false;
  try {
    const read = readBounded(raw.iterator({ destroyOnReturn: false }), MAX_BYTES);
    const body = await untilAborted(read, AbortSignal.timeout(MAX_WAIT_MS));
    return body !== undefined && hasKeyField(await parse(body));
  } catch {
    // It broke, did not arrive in time, or is no such body.
    return false;
  }
};
