import { GIBIBYTE, KIBIBYTE, MEBIBYTE } from '@dragoman/contract';
import * as z from 'zod';
import { isNetwork } from '../networks.js';
import {
  byteCount,
  type ConfigurationOf,
  count,
  folderPath,
  listOf,
  milliseconds,
  oneOf,
  type Setting,
  text,
  webAddress,
  wholeNumber,
} from './setting-types.js';

const MAX_PROXIES = 64;

/** Addresses and networks of other machines. */
const networks = () => {
  const expects = 'addresses or networks, such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32';
  return listOf(z.string().refine(isNetwork), { maximumItems: MAX_PROXIES, expects });
};

/** Where the server listens and what it writes. */
export const SERVICE_SETTINGS = {
  host: {
    environmentName: 'DRAGOMAN_HOST',
    description: 'Address to listen on; 0.0.0.0 or :: allows access from other machines.',
    type: text('address', /^[A-Za-z0-9.:%_-]{1,253}$/, 'a host name or an IP address'),
    defaultValue: '127.0.0.1',
  },
  port: {
    environmentName: 'DRAGOMAN_PORT',
    description: 'TCP port to listen on; 0 chooses any free port.',
    type: wholeNumber('port', { minimum: 0, maximum: 65_535 }),
    defaultValue: 3030,
  },
  trustedProxies: {
    environmentName: 'DRAGOMAN_TRUSTED_PROXIES',
    description:
      'Addresses or networks of the reverse proxies in front, which know the address of a caller (X-Forwarded-For), and the host, the scheme and the path that it used; if unset, no such header is believed.',
    type: networks(),
    defaultValue: undefined,
  },
  dataDirectory: {
    environmentName: 'DRAGOMAN_DATA_DIR',
    description: 'Folder for everything the server writes; created if missing.',
    type: folderPath(),
    defaultValue: './data',
    isPath: true,
  },
  region: {
    environmentName: 'DRAGOMAN_REGION',
    description: 'Name of the region this server runs in; sent in every response as X-Region.',
    type: text('name', /^[A-Za-z0-9._-]{1,64}$/, 'up to 64 letters, digits, dots, dashes'),
    defaultValue: undefined,
  },
  shutdownGraceMs: {
    environmentName: 'DRAGOMAN_SHUTDOWN_GRACE_MS',
    description: 'Maximum wait for running requests when the server stops.',
    type: milliseconds(0, 600_000),
    defaultValue: 10_000,
  },
  shutdownDelayMs: {
    environmentName: 'DRAGOMAN_SHUTDOWN_DELAY_MS',
    description:
      'How long a stopping server still accepts connections after /health/ready says 503, so that a balancer notices first.',
    type: milliseconds(0, 600_000),
    defaultValue: 0,
  },
  logLevel: {
    environmentName: 'DRAGOMAN_LOG_LEVEL',
    description: 'Minimum severity of log messages.',
    type: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    defaultValue: 'info',
  },
  tracingUrl: {
    environmentName: 'DRAGOMAN_TRACING_URL',
    description:
      'Where an OpenTelemetry collector takes traces over OTLP/HTTP, such as http://127.0.0.1:4318/v1/traces; no text is ever sent there; if unset, nothing is traced.',
    type: webAddress(),
    defaultValue: undefined,
  },
  tracingPercent: {
    environmentName: 'DRAGOMAN_TRACING_PERCENT',
    description:
      'Share of the requests that are traced, unless their callers have decided already.',
    type: count(0, 100),
    defaultValue: 100,
  },
  logDetails: {
    environmentName: 'DRAGOMAN_LOG_DETAILS',
    description:
      'What the log contains about each request in addition to ids, numbers and times: texts adds the texts and their translations, keys the name and first characters of the key; if unset, neither.',
    type: listOf(z.enum(['texts', 'keys']), { maximumItems: 2, expects: 'texts, keys' }),
    defaultValue: undefined,
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Where keys, usage and documents are stored. */
export const STORAGE_SETTINGS = {
  databaseUrl: {
    environmentName: 'DRAGOMAN_DATABASE_URL',
    description:
      'PostgreSQL database for keys, usage and documents, which several servers can share; if unset, the data folder is used.',
    type: text(
      'url',
      /^postgres(ql)?:\/\/[\x21-\x7e]{1,2000}$/,
      'an address such as postgres://user:password@host:5432/database',
    ),
    defaultValue: undefined,
    isSecret: true,
  },
  redisUrl: {
    environmentName: 'DRAGOMAN_REDIS_URL',
    description:
      'Redis or Valkey through which several servers share per-minute limits; if unset, each server limits separately; no text is ever sent there.',
    type: text(
      'url',
      /^rediss?:\/\/[\x21-\x7e]{1,2000}$/,
      'an address such as redis://user:password@host:6379/0',
    ),
    defaultValue: undefined,
    isSecret: true,
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Limits of a request, and of concurrent work. */
export const LIMITS_SETTINGS = {
  maxBodyBytes: {
    environmentName: 'DRAGOMAN_MAX_BODY_BYTES',
    description: 'Maximum size of a request body; a larger one gets a 413.',
    type: byteCount({ minimum: KIBIBYTE, maximum: 16 * MEBIBYTE }),
    defaultValue: 128 * KIBIBYTE,
  },
  maxTexts: {
    environmentName: 'DRAGOMAN_MAX_TEXTS',
    description:
      'Maximum number of texts per request; if unset, only the size of the body limits it.',
    type: count(1, 100_000),
    defaultValue: undefined,
  },
  requestTimeoutMs: {
    environmentName: 'DRAGOMAN_REQUEST_TIMEOUT_MS',
    description:
      'Maximum time of a translation request, to which `requestTimeoutGrowthMs` is added; after that the answer is 504.',
    type: milliseconds(100, 600_000),
    defaultValue: 30_000,
  },
  requestTimeoutGrowthMs: {
    environmentName: 'DRAGOMAN_REQUEST_TIMEOUT_GROWTH_MS',
    description:
      'What a translation request gets in addition to `requestTimeoutMs` for each 1000 characters of its texts.',
    type: milliseconds(0, 60_000),
    defaultValue: 1000,
  },
  receiveTimeoutMs: {
    environmentName: 'DRAGOMAN_RECEIVE_TIMEOUT_MS',
    description:
      'Maximum time in which a request must arrive as a whole; after that the answer is 408 and the connection is closed.',
    type: milliseconds(1000, 3_600_000),
    defaultValue: 120_000,
  },
  maxConnections: {
    environmentName: 'DRAGOMAN_MAX_CONNECTIONS',
    description:
      'Maximum number of open connections of each port, and never more than three quarters of the files that the process may open; further ones are closed at once.',
    type: count(10, 100_000),
    defaultValue: 4096,
  },
  maxConnectionsPerAddress: {
    environmentName: 'DRAGOMAN_MAX_CONNECTIONS_PER_ADDRESS',
    description:
      'Maximum number of open connections of each port from one address, or from one /64 network of IPv6, and never more than half of all; trusted proxies may have all of them.',
    type: count(5, 100_000),
    defaultValue: 1024,
  },
  coalesceGraceMs: {
    environmentName: 'DRAGOMAN_COALESCE_GRACE_MS',
    description:
      'How long work continues after the last waiting client has disconnected, so that a client that times out and retries finds it done.',
    type: milliseconds(0, 60_000),
    defaultValue: 1500,
  },
  maxConcurrentRequests: {
    environmentName: 'DRAGOMAN_MAX_CONCURRENT_REQUESTS',
    description: 'Maximum number of concurrent translation requests; further ones get a 429.',
    type: count(1, 10_000),
    defaultValue: 256,
  },
  maxQueuedCharacters: {
    environmentName: 'DRAGOMAN_MAX_QUEUED_CHARACTERS',
    description:
      'Maximum characters being translated at the same time, in all requests together; further requests get a 429.',
    type: count(1000, 100_000_000),
    defaultValue: 2_000_000,
  },
  cacheMaxBytes: {
    environmentName: 'DRAGOMAN_CACHE_MAX_BYTES',
    description: 'Memory for the cache of finished translations; 0 turns it off.',
    type: byteCount({ minimum: 0, maximum: 64 * GIBIBYTE }),
    defaultValue: 64 * MEBIBYTE,
  },
  maxPivots: {
    environmentName: 'DRAGOMAN_MAX_PIVOTS',
    description: 'Maximum number of pivot languages where no direct model is installed.',
    type: count(0, 2),
    defaultValue: 1,
  },
} as const satisfies Record<string, Setting<unknown>>;

type PlatformSettings = typeof SERVICE_SETTINGS & typeof STORAGE_SETTINGS & typeof LIMITS_SETTINGS;

/** The part of the configuration that the platform knows. */
export type PlatformConfiguration = ConfigurationOf<PlatformSettings>;
