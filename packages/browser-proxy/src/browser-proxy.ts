import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ProxyAnswer, ProxyError, type ProxyRequest } from './messages.js';
import { type BrowserProxyOptions, type ProxySettings, readOptions } from './options.js';
import { createPassOn, type PassOn, readBounded } from './pass-on.js';
import {
  cookieValues,
  fullBucket,
  networkOf,
  originOf,
  refill,
  type TokenBucket,
} from './visitors.js';

/** Answers the requests of browsers. Never rejects. */
export interface BrowserProxy {
  readonly basePath: string;
  answer(request: ProxyRequest): Promise<ProxyAnswer>;
}

const COOKIE = 'dragoman_session';

const MINUTE_MS = 60_000;

const take = (bucket: TokenBucket, perMinute: number, amount: number, nowMs: number): number => {
  const waitMs = refill(bucket, perMinute, amount, nowMs);
  if (waitMs === 0) bucket.tokens -= amount;
  return waitMs;
};

/** The session of one browser. */
export interface Session {
  readonly id: string;
  readonly requests: TokenBucket;
  readonly characters: TokenBucket;
}

/** The sessions in memory; limited in number and idle time. */
export interface Sessions {
  /** The session a Cookie header names, or none. Using a session extends it. */
  find(cookieHeader: string | undefined): Session | undefined;
  /**
   * @param address of the browser
   * @throws ProxyError `visitor_limit_reached` if it opens too many
   */
  open(address: string | undefined): Session;
  /** The `Set-Cookie` header of a session. Scripts cannot read it, other sites cannot send it. */
  cookieOf(session: Session, options: { readonly isSecure: boolean }): string;
  /** @throws ProxyError `visitor_limit_reached` beyond a limit of the session */
  take(session: Session, limit: 'requests' | 'characters', amount: number): void;
}

const createSessions = ({
  basePath,
  maxSessions,
  sessionsPerMinute,
  sessionLifetimeMs,
  requestsPerMinute,
  charactersPerMinute,
  now,
}: ProxySettings): Sessions => {
  const perMinute = { requests: requestsPerMinute, characters: charactersPerMinute };
  const known = new LRUCache<string, Session>({
    max: maxSessions,
    ttl: sessionLifetimeMs,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now },
  });
  /** New sessions by address. A bucket that nobody took from for a minute is full again. */
  const openings = new LRUCache<string, TokenBucket>({
    max: maxSessions,
    ttl: MINUTE_MS,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now },
  });
  const takeOpening = (address: string): void => {
    const bucket = openings.get(address) ?? fullBucket(now());
    openings.set(address, bucket);
    const waitMs = take(bucket, sessionsPerMinute, 1, now());
    if (waitMs > 0) throw limitReached('sessions', waitMs);
  };
  return {
    find(cookieHeader) {
      for (const id of cookieValues(cookieHeader, COOKIE)) {
        const session = known.get(id);
        if (session) return session;
      }
      return undefined;
    },
    open(address) {
      if (address !== undefined) takeOpening(networkOf(address));
      const session: Session = {
        id: randomBytes(24).toString('base64url'),
        requests: fullBucket(now()),
        characters: fullBucket(now()),
      };
      known.set(session.id, session);
      return session;
    },
    cookieOf: ({ id }, { isSecure }) =>
      `${COOKIE}=${id}; Path=${basePath || '/'}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
    take(session, limit, amount) {
      const waitMs = take(session[limit], perMinute[limit], amount, now());
      if (waitMs > 0) throw limitReached(limit === 'requests' ? 'translations' : limit, waitMs);
    },
  };
};

const limitReached = (
  what: 'sessions' | 'translations' | 'characters',
  waitMs: number,
): ProxyError =>
  new ProxyError(
    'visitor_limit_reached',
    `You have reached your limit of ${what} per minute. Try again later.`,
    { headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) } },
  );

interface Tools {
  readonly settings: ProxySettings;
  readonly sessions: Sessions;
  readonly passOn: PassOn;
}

type Endpoint = (request: ProxyRequest, query: string, tools: Tools) => Promise<ProxyAnswer>;

/**
 * The proxy between browsers and the translation service; the adapters for servers are thin around
 * it. `GET {base}/languages?type=` opens a session and `POST {base}/translate` needs one; both
 * answer as the service's own endpoints do.
 *
 * @throws TypeError or RangeError for an invalid option
 */
export const createBrowserProxy = (options: BrowserProxyOptions = {}): BrowserProxy => {
  const settings = readOptions(options);
  const tools = { settings, sessions: createSessions(settings), passOn: createPassOn(settings) };
  const { basePath, allowedOrigins } = settings;
  return {
    basePath,
    async answer(request) {
      const origin = originOf(request, allowedOrigins);
      let answer: ProxyAnswer;
      try {
        answer = await route(request, origin === 'foreign', tools);
      } catch (error) {
        if (!(error instanceof ProxyError)) settings.onUnexpectedError(error);
        answer = refusal(error);
      }
      return withHeaders(answer, origin === 'listed' ? request.header('origin') : undefined);
    },
  };
};

const route = async (
  request: ProxyRequest,
  isForeign: boolean,
  tools: Tools,
): Promise<ProxyAnswer> => {
  const { basePath } = tools.settings;
  const [path = '', query = ''] = request.path.split('?', 2);
  const endpoint = path.startsWith(`${basePath}/`)
    ? ENDPOINTS.get(path.slice(basePath.length + 1))
    : undefined;
  if (!endpoint) throw new ProxyError('not_found', 'There is nothing at this path.');
  if (isForeign) {
    throw new ProxyError('browser_refused', 'Pages of this origin may not use this translator.');
  }
  if (request.method === 'OPTIONS') return preflight(endpoint.method);
  if (request.method !== endpoint.method) {
    throw new ProxyError('method_not_allowed', `Use ${endpoint.method} here.`, {
      headers: { allow: endpoint.method },
    });
  }
  return endpoint.answer(request, query, tools);
};

/** Only pages of another, listed origin send a preflight request. */
const preflight = (method: string): ProxyAnswer => ({
  status: 204,
  headers: {
    'access-control-allow-methods': method,
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '600',
  },
  body: '',
});

const languages: Endpoint = async (request, query, { sessions, passOn }) => {
  const asked = new URLSearchParams(query);
  const type = asked.get('type') ?? 'source';
  if (type !== 'source' && type !== 'target') {
    throw new ProxyError(
      'invalid_parameter',
      "Parameter 'type' is invalid. 'source' and 'target' are valid values.",
      { parameter: 'type' },
    );
  }
  const source = asked.get('source_lang');
  if (source !== null && !/^[A-Za-z-]{2,11}$/.test(source)) {
    throw new ProxyError('invalid_parameter', "Value for 'source_lang' not supported.", {
      parameter: 'source_lang',
    });
  }
  const session = sessions.find(request.header('cookie')) ?? sessions.open(request.address);
  sessions.take(session, 'requests', 1);
  const answer = await passOn({
    method: 'GET',
    path: `/v2/languages?type=${type}${source === null ? '' : `&source_lang=${source}`}`,
    headers: {},
    signal: request.signal,
  });
  const cookie = sessions.cookieOf(session, { isSecure: isEncrypted(request) });
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
};

/**
 * The parameters that a page may send; the service validates the values. Billing, instructions,
 * styles and translation memories are excluded: they are up to the owner of the key.
 */
export const PARAMETERS = [
  'text',
  'target_lang',
  'source_lang',
  'context',
  'model_type',
  'formality',
  'split_sentences',
  'preserve_formatting',
  'message_format',
  'tag_handling',
  'tag_handling_version',
  'outline_detection',
  'splitting_tags',
  'non_splitting_tags',
  'ignore_tags',
  'glossary_id',
  'glossary_ids',
] as const;

const passed: ReadonlySet<string> = new Set(PARAMETERS);

/** A page's validated translate request. */
export interface TranslateBody {
  readonly text: readonly string[];
  readonly [parameter: string]: unknown;
}

/** @throws ProxyError `malformed_body` or `invalid_parameter`, naming the parameter */
const readTranslateBody = (json: string): TranslateBody => {
  const body = parseObject(json);
  const unknown = Object.keys(body).find((name) => !passed.has(name));
  if (unknown !== undefined) {
    const name = unknown.slice(0, 100);
    throw invalid(name, `The parameter '${name}' is not allowed. Omit it.`);
  }
  const text = typeof body.text === 'string' ? [body.text] : body.text;
  if (!isTexts(text)) {
    throw invalid('text', "'text' must be a string or a list of at least one string.");
  }
  if (typeof body.target_lang !== 'string' || body.target_lang === '') {
    throw invalid('target_lang', "'target_lang' must be a language code such as 'ES'.");
  }
  return { ...body, text };
};

/** Characters as the service counts them: Unicode code points. */
const countCharacters = (texts: readonly string[]): number => {
  let count = 0;
  for (const text of texts) for (const _ of text) count++;
  return count;
};

const parseObject = (json: string): Readonly<Record<string, unknown>> => {
  const malformed = new ProxyError('malformed_body', 'The request body must be a JSON object.');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw malformed;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed;
  return value as Readonly<Record<string, unknown>>;
};

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length >= 1 && value.every((text) => typeof text === 'string');

const invalid = (parameter: string, message: string): ProxyError =>
  new ProxyError('invalid_parameter', message, { parameter });

const translate: Endpoint = async (request, _query, { settings, sessions, passOn }) => {
  const session = sessions.find(request.header('cookie'));
  if (!session) {
    throw new ProxyError(
      'unauthorized',
      `No session: it has ended or was never started. GET ${settings.basePath}/languages starts one.`,
    );
  }
  if (!/^application\/json *(;|$)/i.test(request.header('content-type') ?? '')) {
    throw new ProxyError('unsupported_media_type', 'Send application/json.');
  }
  sessions.take(session, 'requests', 1);
  const json = await readBounded(request.body, settings.maxBodyBytes).catch(() => {
    throw new ProxyError('client_closed', 'The browser disconnected.');
  });
  if (json === undefined) {
    throw new ProxyError(
      'body_too_large',
      `The request body is larger than ${settings.maxBodyBytes} bytes.`,
      // The unread rest of the body would be mistaken for the next request.
      { headers: { connection: 'close' } },
    );
  }
  const body = readTranslateBody(json);
  sessions.take(session, 'characters', countCharacters(body.text));
  return passOn({
    method: 'POST',
    path: '/v2/translate',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: request.signal,
  });
};

const ENDPOINTS: ReadonlyMap<
  string,
  { readonly method: 'GET' | 'POST'; readonly answer: Endpoint }
> = new Map([
  ['languages', { method: 'GET', answer: languages }],
  ['translate', { method: 'POST', answer: translate }],
]);

/** Whether the browser's own connection is encrypted, be it to a proxy in front of this server. */
const isEncrypted = (request: ProxyRequest): boolean =>
  request.isSecure || request.header('x-forwarded-proto')?.split(',', 1)[0]?.trim() === 'https';

const refusal = (error: unknown): ProxyAnswer => {
  const failure =
    error instanceof ProxyError ? error : new ProxyError('internal', 'Internal error.');
  return {
    status: failure.status,
    headers: failure.headers,
    body: JSON.stringify({
      message: failure.message,
      code: failure.code,
      parameter: failure.parameter,
    }),
  };
};

const withHeaders = (answer: ProxyAnswer, listedOrigin: string | undefined): ProxyAnswer => ({
  ...answer,
  headers: {
    ...(answer.body !== '' && { 'content-type': 'application/json; charset=utf-8' }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'Origin',
    ...(listedOrigin !== undefined && {
      'access-control-allow-origin': listedOrigin,
      'access-control-allow-credentials': 'true',
    }),
    ...answer.headers,
  },
});
