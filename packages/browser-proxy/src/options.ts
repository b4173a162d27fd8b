/** Why the service gave no usable response; for the operator's log, never for the browser. */
export interface UpstreamFailure {
  readonly reason: 'unreachable' | 'refused the key' | 'timed out' | 'answered nonsense';
  /** Its HTTP status, if it responded. */
  readonly status?: number;
  readonly cause?: unknown;
}

/** A request of the proxy to the service: to one of two endpoints, without a key. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** `/v2/translate` or `/v2/languages?type=…` */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborts when the browser disconnects or the time is up. */
  readonly signal: AbortSignal;
}

/** The part of a web `Response` that the proxy reads. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Sends a request to the service. */
export type Upstream = (request: UpstreamRequest) => Promise<UpstreamAnswer>;

/** The usual way: HTTP, with the key. */
const createHttpUpstream = ({
  serverUrl,
  authKey,
}: {
  readonly serverUrl: URL;
  readonly authKey: string;
}): Upstream => {
  const base = `${serverUrl.origin}${serverUrl.pathname.replace(/\/+$/, '')}`;
  return ({ path, headers, ...request }) =>
    fetch(`${base}${path}`, {
      ...request,
      headers: {
        ...headers,
        authorization: `Service-Auth-Key ${authKey}`,
        'user-agent': 'dragoman-browser-proxy/0.1.0',
      },
      // A redirect could send the key to a foreign address.
      redirect: 'error',
    });
};

/** Settings of the proxy. Everything except the key has a default. */
export interface BrowserProxyOptions {
  /**
   * Address of the translation service.
   *
   * @default `DRAGOMAN_SERVER_URL`, else `http://127.0.0.1:3030`
   */
  readonly serverUrl?: string;
  /** The API key; stays on the server. @default `DRAGOMAN_AUTH_KEY` */
  readonly authKey?: string;
  /** Path of the proxy on your server. @default `/translate-proxy` */
  readonly basePath?: string;
  /**
   * Origins, such as `https://www.example.com`, whose pages may call, in addition to those of the
   * same origin.
   *
   * @default []
   */
  readonly allowedOrigins?: readonly string[];
  /** Largest request body, in bytes; at most and by default 131072, the service's own limit. */
  readonly maxBodyBytes?: number;
  /** Translations per minute and session. @default 120, at most 100000 */
  readonly requestsPerMinute?: number;
  /** Characters (Unicode code points) per minute and session. @default 300000, at most 1e9 */
  readonly charactersPerMinute?: number;
  /** Milliseconds without a request after which a session ends. @default 1 hour, at most 30 days */
  readonly sessionLifetimeMs?: number;
  /**
   * Maximum number of sessions; beyond that, the least recently used is evicted.
   *
   * @default 10000, at most 1000000
   */
  readonly maxSessions?: number;
  /**
   * New sessions per minute and address, a /64 network for IPv6. Of one reverse proxy in a private
   * network or on this machine, the address that it reports counts.
   *
   * @default 60, at most 100000
   */
  readonly sessionsPerMinute?: number;
  /** Milliseconds for one response of the service. @default 60000, at most 600000 */
  readonly timeoutMs?: number;
  /** Replaces the HTTP call to the service; `serverUrl` and `authKey` are then not used. */
  readonly upstream?: Upstream;
  /** Called when the service fails. @default a line on standard error */
  readonly onUpstreamFailure?: (failure: UpstreamFailure) => void;
  /** Called with an error that the proxy itself did not expect. @default a line on standard error */
  readonly onUnexpectedError?: (error: unknown) => void;
  /** Milliseconds of a monotonic clock. @default `performance.now` */
  readonly now?: () => number;
}

/** All options, validated and with defaults. */
export interface ProxySettings {
  readonly basePath: string;
  readonly allowedOrigins: ReadonlySet<string>;
  readonly maxBodyBytes: number;
  readonly requestsPerMinute: number;
  readonly charactersPerMinute: number;
  readonly sessionLifetimeMs: number;
  readonly maxSessions: number;
  readonly sessionsPerMinute: number;
  readonly timeoutMs: number;
  readonly upstream: Upstream;
  readonly onUpstreamFailure: (failure: UpstreamFailure) => void;
  readonly onUnexpectedError: (error: unknown) => void;
  readonly now: () => number;
  /** What must never be part of a response: the key and the service's host. */
  readonly secrets: readonly string[];
}

const DEFAULT_SERVER_URL = 'http://127.0.0.1:3030';
const MAX_BODY_BYTES = 131_072;
const HOUR_MS = 3_600_000;

/** @throws TypeError or RangeError that names the option */
export const readOptions = (options: BrowserProxyOptions): ProxySettings => ({
  basePath: readBasePath(options.basePath ?? '/translate-proxy'),
  allowedOrigins: new Set((options.allowedOrigins ?? []).map(readOrigin)),
  maxBodyBytes: within('maxBodyBytes', options.maxBodyBytes ?? MAX_BODY_BYTES, 1, MAX_BODY_BYTES),
  requestsPerMinute: within('requestsPerMinute', options.requestsPerMinute ?? 120, 1, 100_000),
  charactersPerMinute: within(
    'charactersPerMinute',
    options.charactersPerMinute ?? 300_000,
    1,
    1e9,
  ),
  sessionLifetimeMs: within(
    'sessionLifetimeMs',
    options.sessionLifetimeMs ?? HOUR_MS,
    1000,
    30 * 24 * HOUR_MS,
  ),
  maxSessions: within('maxSessions', options.maxSessions ?? 10_000, 1, 1_000_000),
  sessionsPerMinute: within('sessionsPerMinute', options.sessionsPerMinute ?? 60, 1, 100_000),
  timeoutMs: within('timeoutMs', options.timeoutMs ?? 60_000, 1, 600_000),
  onUpstreamFailure: options.onUpstreamFailure ?? logFailure,
  onUnexpectedError: options.onUnexpectedError ?? logError,
  now: options.now ?? (() => performance.now()),
  ...readUpstream(options),
});

const readUpstream = ({
  upstream,
  ...options
}: BrowserProxyOptions): Pick<ProxySettings, 'upstream' | 'secrets'> => {
  if (upstream) return { upstream, secrets: [] };
  const environment = fromEnvironment();
  const authKey = options.authKey ?? environment.authKey;
  if (authKey === undefined || !/^[\x21-\x7e]{1,256}$/.test(authKey)) {
    throw new TypeError(
      'The browser proxy needs an API key: set authKey or DRAGOMAN_AUTH_KEY to 1 to 256 printable ASCII characters without spaces.',
    );
  }
  const serverUrl = readServerUrl(options.serverUrl ?? environment.serverUrl ?? DEFAULT_SERVER_URL);
  return {
    upstream: createHttpUpstream({ serverUrl, authKey }),
    secrets: [authKey, serverUrl.host],
  };
};

const within = (name: string, value: number, lowest: number, highest: number): number => {
  if (!Number.isInteger(value) || value < lowest || value > highest) {
    throw new RangeError(`${name} must be a whole number from ${lowest} to ${highest}.`);
  }
  return value;
};

const readServerUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('serverUrl must be an address such as https://translate.example.com');
  }
  if (url.username !== '' || url.password !== '') {
    throw new TypeError('serverUrl must not contain a user name or password.');
  }
  return url;
};

const readBasePath = (path: string): string => {
  if (path !== '' && !/^(\/[A-Za-z0-9._~-]{1,100}){1,10}$/.test(path)) {
    throw new TypeError('basePath must be a path such as /translate-proxy');
  }
  return path;
};

const readOrigin = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.origin !== text) {
    throw new TypeError('allowedOrigins must hold origins such as https://www.example.com');
  }
  return text;
};

const logFailure = ({ reason, status, cause }: UpstreamFailure): void => {
  const details = [status, cause instanceof Error ? cause.message : undefined];
  const shown = details.filter((detail) => detail !== undefined).join(', ');
  console.error(`browser proxy: the translation service ${reason}${shown && ` (${shown})`}`);
};

const logError = (error: unknown): void => {
  console.error('browser proxy: unexpected error:', error);
};

/**
 * The key and address of the service, from the same variables as in its other tools. No other code
 * reads the environment.
 */
const fromEnvironment = (): {
  readonly authKey: string | undefined;
  readonly serverUrl: string | undefined;
} => ({
  authKey: process.env.DRAGOMAN_AUTH_KEY || undefined,
  serverUrl: process.env.DRAGOMAN_SERVER_URL || undefined,
});
