import { ArgumentError } from './errors.js';

/** The version of this package, as sent to the service. */
export const VERSION = '0.1.0';

/** Clock and random numbers, which tests replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back after the given milliseconds; the returned function cancels it. */
  startTimer(milliseconds: number, onTime: () => void): () => void;
  /** From 0 to below 1. */
  random(): number;
}

/** Settings of a `Translator`; all have defaults. */
export interface TranslatorOptions {
  /** Address of the service for keys of all plans; may have a path. */
  readonly serverUrl?: string | undefined;
  /**
   * Address for keys of paid plans, if `serverUrl` is not given.
   *
   * @default `http://127.0.0.1:3030`
   */
  readonly baseUrl?: string | undefined;
  /** Address for keys of free plans, which end in `:fx`. @default `http://127.0.0.1:3030` */
  readonly freeBaseUrl?: string | undefined;
  /** Name and version of your application, for the `User-Agent` header. */
  readonly application?: { readonly name: string; readonly version?: string };
  /**
   * Milliseconds a call may take, with all its requests, attempts and waits; of
   * `translateTextStream`, each request with its attempts. @default 300000, at most a day
   */
  readonly timeoutMs?: number;
  /**
   * Milliseconds for one attempt; then the next one starts. One that sends or receives a document has
   * a second more for every 32 kB of the document. @default 40000, at most a day
   */
  readonly attemptTimeoutMs?: number;
  /** Maximum number of retries after 429, 5xx or a network failure. @default 4, at most 20 */
  readonly maxRetries?: number;
  /** Replaces the global `fetch`, for instance to go through a company's proxy. */
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
}

/** All settings, validated and with defaults. */
export interface Settings {
  readonly authKey: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

const LOCAL_SERVER = 'http://127.0.0.1:3030';
const DAY_MS = 86_400_000;

/** @throws ArgumentError naming the setting */
export const readSettings = (authKey: string, options: TranslatorOptions): Settings => ({
  authKey: readAuthKey(authKey),
  baseUrl: chooseBaseUrl(authKey, options),
  userAgent: userAgentOf(options.application),
  timeoutMs: readMilliseconds('timeoutMs', options.timeoutMs ?? 300_000),
  attemptTimeoutMs: readMilliseconds('attemptTimeoutMs', options.attemptTimeoutMs ?? 40_000),
  maxRetries: within('maxRetries', options.maxRetries ?? 4, 0, 20),
  fetch: options.fetch ?? ((...request) => fetch(...request)),
  clock: options.clock ?? systemClock,
});

/** @throws ArgumentError unless it is a whole number of milliseconds from 1 to a day */
export const readMilliseconds = (name: string, value: number): number =>
  within(name, value, 1, DAY_MS);

const within = (name: string, value: number, lowest: number, highest: number): number => {
  if (!Number.isInteger(value) || value < lowest || value > highest) {
    throw new ArgumentError(name, `${name} must be a whole number from ${lowest} to ${highest}.`);
  }
  return value;
};

const readAuthKey = (key: string): string => {
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,256}$/.test(key)) {
    throw new ArgumentError(
      'authKey',
      'The API key must be 1 to 256 printable ASCII characters without spaces.',
    );
  }
  return key;
};

/** A key that ends in `:fx` belongs to a free plan. */
const chooseBaseUrl = (
  authKey: string,
  { serverUrl, baseUrl = LOCAL_SERVER, freeBaseUrl = LOCAL_SERVER }: TranslatorOptions,
): string => {
  if (serverUrl !== undefined) return readAddress('serverUrl', serverUrl);
  return authKey.endsWith(':fx')
    ? readAddress('freeBaseUrl', freeBaseUrl)
    : readAddress('baseUrl', baseUrl);
};

const readAddress = (name: string, text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ArgumentError(
      name,
      `${name} must be an address such as https://translate.example.com, without a password.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};

const userAgentOf = (application: TranslatorOptions['application']): string => {
  const own = `dragoman-client/${VERSION} node/${process.versions.node}`;
  if (!application) return own;
  const shown = [application.name, application.version].filter((part) => part !== undefined);
  if (!shown.every((part) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(part))) {
    throw new ArgumentError(
      'application',
      'The name and version of the application must be at most 100 letters, digits and punctuation marks, without spaces.',
    );
  }
  return `${own} ${shown.join('/')}`;
};

const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  startTimer(milliseconds, onTime) {
    const timer = setTimeout(onTime, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The environment variables about the service. Empty variables count as not set. */
interface ServiceEnvironment {
  readonly authKey: string | undefined;
  readonly serverUrl: string | undefined;
  readonly baseUrl: string | undefined;
  readonly freeBaseUrl: string | undefined;
}

/** Reads the documented variables; no other code of the library reads the environment. */
export const readEnvironment = (): ServiceEnvironment => ({
  authKey: process.env.DRAGOMAN_AUTH_KEY || undefined,
  serverUrl: process.env.DRAGOMAN_SERVER_URL || undefined,
  baseUrl: process.env.DRAGOMAN_BASE_URL || undefined,
  freeBaseUrl: process.env.DRAGOMAN_FREE_BASE_URL || undefined,
});
