import { AppError } from '@dragoman/contract';
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Configuration } from '../../configuration/settings.js';
import { type KeyRecord, THIS_MACHINE } from '../../platform/accounts/key-record.js';
import { isOnThisMachine } from '../../platform/http/addresses.js';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { admit } from '../keys-and-usage/authentication.js';
import { fieldsOf } from './compatible-api.js';

/** Maximum length of a key, in characters. */
const MAX_KEY_LENGTH = 1024;

/** Messages about the API key; some APIs replace them with their own wording. */
export const KEY_MESSAGES = {
  missing:
    "Authorization failed: no API key. Set it as key or token in your program, or add '?token=<API key>' to the address.",
  wrong: 'Authorization failed: wrong API key.',
  late: "Authorization failed: no API key was sent before the file. Send 'api_key' before a large file, or the key in the Authorization header.",
} as const;

/**
 * A hook that looks for the key in all places where programs for other servers send it. It runs
 * after the body has been read, because the body is one of them; a route that has found the key
 * before may have set it already.
 *
 * @throws AppError `unauthorized`, `too_many_requests`
 */
export const requireCallerKey = (dependencies: RouteDependencies): preHandlerAsyncHookHandler => {
  const { keys, keyGuard, settings } = dependencies;
  const schemes = schemesOf(settings);
  return async (request, reply) => {
    if (request.apiKey) return;
    const secret = givenKey(request, schemes);
    const local = keylessCaller(request, settings);
    // Some programs require a key; where none is needed, their users enter any word, which is not
    // counted as a wrong guess.
    const find = (word: string) => (local ? keys.find(word) : keyGuard.find(word, request));
    const isPossible = secret !== undefined && secret.length <= MAX_KEY_LENGTH;
    const apiKey = (isPossible ? await find(secret) : undefined) ?? local;
    if (!apiKey) {
      throw new AppError('unauthorized', {
        message: secret === undefined ? KEY_MESSAGES.missing : KEY_MESSAGES.wrong,
      });
    }
    await admit(request, reply, { apiKey, permissions: ['translate'] }, dependencies);
  };
};

/** Whether the key of a request is known, or known not to be needed, before its body is read. */
export const hasKeyBeforeBody = (
  request: FastifyRequest,
  { settings }: Pick<RouteDependencies, 'settings'>,
): boolean =>
  givenKey(request, schemesOf(settings)) !== undefined ||
  keylessCaller(request, settings) !== undefined;

const schemesOf = ({ authSchemes }: Pick<Configuration, 'authSchemes'>): ReadonlySet<string> =>
  new Set(['bearer', ...authSchemes.map((word) => word.toLowerCase())]);

const givenKey = (request: FastifyRequest, schemes: ReadonlySet<string>): string | undefined => {
  const { authorization = '', 'x-api-token': header } = request.headers;
  const [scheme = '', inHeader] = authorization.trim().split(/ +/, 2);
  const query = request.query as Readonly<Record<string, unknown>>;
  const fields = fieldsOf(request);
  const places = [
    // Programs for MTranServer send the key alone; others a scheme alone if they have no key.
    schemes.has(scheme.toLowerCase()) ? inHeader : inHeader === undefined ? scheme : undefined,
    header,
    query.token,
    query.api_token,
    query.api_key,
    query.apiKey,
    fields.api_key,
    fields.apiKey,
  ];
  // Programs send an empty string if their user has not set a key.
  return places.find((value): value is string => typeof value === 'string' && value !== '');
};

const keylessCaller = (
  request: FastifyRequest,
  { compatibilityKeys }: Pick<Configuration, 'compatibilityKeys'>,
): KeyRecord | undefined =>
  compatibilityKeys === 'remote' && isOnThisMachine(request) ? THIS_MACHINE : undefined;
