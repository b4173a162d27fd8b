import { originOf } from './check-origin.js';
import type { ProxyAnswer, ProxyRequest } from './messages.js';
import { type BrowserProxyOptions, type ProxySettings, readOptions } from './options.js';
import { createPassOn, type PassOn } from './pass-on.js';
import { ProxyError } from './proxy-error.js';
import { readBounded } from './read-bounded.js';
import { createSessions, type Sessions } from './sessions.js';
import { countCharacters, readTranslateBody } from './translate-body.js';

/** Answers the requests of browsers. Never rejects. */
export interface BrowserProxy {
  readonly basePath: string;
  answer(request: ProxyRequest): Promise<ProxyAnswer>;
}

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
  const session = sessions.find(request.header('cookie')) ?? sessions.open();
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
  const json = await readBounded(request.body, settings.maxBodyBytes);
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
  const told = error instanceof ProxyError ? error : new ProxyError('internal', 'Internal error.');
  return {
    status: told.status,
    headers: told.headers,
    body: JSON.stringify({ message: told.message, code: told.code, parameter: told.parameter }),
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
