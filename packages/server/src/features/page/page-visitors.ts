import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieValues, originOf } from '@dragoman/browser-proxy/visitors';
import { AppError, isAppError } from '@dragoman/contract';
import { countCodePoints } from '@dragoman/core';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Configuration } from '../../configuration/settings.js';
import { PAGE_ACCOUNT } from '../../platform/accounts/key-record.js';
import { callerNetworkOf, isEncrypted, isOnThisMachine } from '../../platform/http/addresses.js';
import { createGuessLimit } from '../keys-and-usage/key-guard.js';
import { createRateLimits } from '../keys-and-usage/rate-limits.js';

/** The settings that decide who sees the page. */
interface PageAccess {
  readonly settings: Pick<Configuration, 'page' | 'pagePassword'>;
  readonly now: () => number;
}

/** Whether a visitor is on this machine or knows the password, and so may change what others see. */
export const isTrusted = (
  request: FastifyRequest,
  { pagePassword }: Pick<Configuration, 'pagePassword'>,
): boolean => pagePassword !== undefined || isOnThisMachine(request);

/** Whether a visitor may translate on the page without a password. */
export const isWelcome = (
  { page, pagePassword }: Pick<Configuration, 'page' | 'pagePassword'>,
  request: FastifyRequest,
): boolean =>
  page !== 'off' && pagePassword === undefined && (page === 'on' || isOnThisMachine(request));

/** Wrong passwords per minute after which an address has to wait. */
const MAX_FAILURES = 10;
/** Longest Authorization header worth looking at, in characters. */
const MAX_HEADER_LENGTH = 1024;

/** @throws AppError `password_required`, `too_many_requests` */
type PasswordCheck = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * HTTP Basic authentication with one password and any user name. The comparison takes constant
 * time, and an address that guesses is slowed down. Browsers that have known the password are not:
 * behind a reverse proxy, anyone could otherwise lock all of them out.
 *
 * @param now milliseconds on any clock
 */
const createPasswordCheck = (password: string, now: () => number): PasswordCheck => {
  const expected = digest(password);
  const guesses = createGuessLimit(MAX_FAILURES, now);
  const browsers = createKnownBrowsers();
  return (request, reply) => {
    const given = passwordIn(request.headers.authorization ?? '');
    if (given !== undefined) {
      const isRight = timingSafeEqual(digest(given), expected);
      if (isRight && browsers.isKnown(request)) return;
      const network = callerNetworkOf(request);
      // Even the right password has to wait: otherwise guessing could continue beyond the limit.
      guesses.check(network, 'Too many wrong passwords. Try again later.');
      if (isRight) return browsers.note(request, reply);
      guesses.noteWrong(network);
    }
    reply.header('www-authenticate', 'Basic realm="Dragoman", charset="UTF-8"');
    throw new AppError('password_required');
  };
};

const KNOWN_BROWSER_COOKIE = 'dragoman_browser';

/** Recognises browsers that sent the right password since the start, by a signed cookie. */
const createKnownBrowsers = () => {
  const secret = randomBytes(32);
  const sign = (id: string): string => createHmac('sha256', secret).update(id).digest('base64url');
  return {
    isKnown: ({ headers }: FastifyRequest): boolean =>
      cookieValues(headers.cookie, KNOWN_BROWSER_COOKIE).some((cookie) => {
        const [id = '', signature = ''] = cookie.split('.', 2);
        return timingSafeEqual(digest(signature), digest(sign(id)));
      }),
    note(request: FastifyRequest, reply: FastifyReply): void {
      const id = randomBytes(16).toString('base64url');
      setCookie(request, reply, `${KNOWN_BROWSER_COOKIE}=${id}.${sign(id)}; SameSite=Lax`);
    },
  };
};

/**
 * Scripts cannot read it. Without a path it is for the folder of this request, also where a proxy has
 * the server below a prefix.
 */
const setCookie = (request: FastifyRequest, reply: FastifyReply, cookie: string): void => {
  reply.header('set-cookie', `${cookie}; HttpOnly${isEncrypted(request) ? '; Secure' : ''}`);
};

/** Digests have the same length, as a constant-time comparison requires. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const passwordIn = (header: string): string | undefined => {
  if (header.length > MAX_HEADER_LENGTH) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  const pair = encoded && Buffer.from(encoded, 'base64').toString('utf8');
  return pair?.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined;
};

/**
 * A hook that only lets permitted visitors see the page: everybody if it is on, those who know the
 * password if there is one, and otherwise only visitors on this machine.
 *
 * @throws AppError `password_required`, `too_many_requests` after wrong ones, `unauthorized`
 */
export const letVisitorsIn = ({ settings, now }: PageAccess): onRequestAsyncHookHandler => {
  const { pagePassword } = settings;
  const checkPassword =
    pagePassword === undefined ? undefined : createPasswordCheck(pagePassword, now);
  return async (request, reply) => {
    if (checkPassword) checkPassword(request, reply);
    else if (!isWelcome(settings, request)) {
      throw new AppError('unauthorized', {
        message:
          'This page is only shown on the server’s own machine. The operator can set DRAGOMAN_PAGE_PASSWORD, or DRAGOMAN_PAGE=on, to show it to others.',
      });
    }
  };
};

const COOKIE = 'dragoman_session';
const MAX_SESSIONS = 10_000;

/** What one visitor may request in a minute, on every route of the page that works for visitors. */
export interface VisitorLimits {
  /**
   * A hook for every route that translates or changes something. Reading costs nothing.
   *
   * @throws AppError `visitor_limit_reached`
   */
  readonly take: preHandlerAsyncHookHandler;
  /**
   * Takes one request, and starts a session if the visitor has none.
   *
   * @throws AppError `visitor_limit_reached`
   */
  enterSession(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  hasSession(request: FastifyRequest): boolean;
}

/**
 * Limits visitors: a browser by its session, because many may share an address, and those without a
 * session by their network.
 */
export const createVisitorLimits = ({
  pageRequestsPerMinute: requestsPerMinute,
  pageCharactersPerMinute: charactersPerMinute,
  pageSessionMs,
}: Pick<
  Configuration,
  'pageRequestsPerMinute' | 'pageCharactersPerMinute' | 'pageSessionMs'
>): VisitorLimits => {
  const rateLimits = createRateLimits(() => performance.now());
  const limits = { ...PAGE_ACCOUNT.limits, requestsPerMinute, charactersPerMinute };
  const sessions = new LRUCache<string, true>({
    max: MAX_SESSIONS,
    ttl: pageSessionMs,
    updateAgeOnGet: true,
    ttlResolution: 0,
  });
  const sessionOf = (request: FastifyRequest): string | undefined =>
    cookieValues(request.headers.cookie, COOKIE).find((id) => sessions.get(id));
  const takeFrom = async (id: string, characters: number): Promise<void> => {
    try {
      await rateLimits.take({ id, limits }, { requests: 1, characters });
    } catch (error) {
      if (!isAppError(error)) throw error;
      const { retryAfterSeconds = 1 } = error;
      throw new AppError('visitor_limit_reached', { retryAfterSeconds });
    }
  };
  return {
    take: async (request) => {
      if (request.method === 'GET' || request.method === 'HEAD') return;
      await takeFrom(sessionOf(request) ?? callerNetworkOf(request), charactersOf(request));
    },
    async enterSession(request, reply) {
      const known = sessionOf(request);
      const id = known ?? randomBytes(24).toString('base64url');
      if (known === undefined) await takeFrom(callerNetworkOf(request), 0);
      await takeFrom(id, 0);
      sessions.set(id, true);
      // Other sites cannot send it.
      setCookie(request, reply, `${COOKIE}=${id}; SameSite=Strict`);
    },
    hasSession: (request) => sessionOf(request) !== undefined,
  };
};

/**
 * Of the texts of a request, or of whatever else it sends: what has arrived, since a body need not
 * say how long it is, and a compressed one says something else.
 */
const charactersOf = ({ body, headers }: FastifyRequest): number => {
  // A file is counted as one request: how much text is in it is not known yet.
  if (headers['content-type']?.startsWith('multipart/')) return 0;
  if (Buffer.isBuffer(body)) return body.length;
  const { text } = Object(body) as { readonly text?: unknown };
  const texts = [text].flat().filter((one) => typeof one === 'string');
  return charactersIn(texts.length > 0 ? texts : body);
};

/** Of all texts in a value of JSON, however deep. */
const charactersIn = (value: unknown): number => {
  const waiting = [value];
  let characters = 0;
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string') characters += countCodePoints(one);
    else for (const part of Object.values(Object(one))) waiting.push(part);
  }
  return characters;
};

const NO_OTHERS: ReadonlySet<string> = new Set();

/**
 * A form can be sent from any site, so the browser has to say that it comes from the page.
 *
 * @throws AppError `browser_refused`
 */
export const refuseOtherOrigins: onRequestAsyncHookHandler = async (request) => {
  const { method, headers, host } = request;
  const header = (name: string) =>
    (name === 'host' ? host : headers[name]?.toString()) || undefined;
  if (originOf({ method, header }, NO_OTHERS) !== 'same') throw new AppError('browser_refused');
};
