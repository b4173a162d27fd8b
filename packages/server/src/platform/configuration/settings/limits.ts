import { GIBIBYTE, KIBIBYTE, MEBIBYTE } from '@dragoman/contract';
import { count, milliseconds } from './common-types.js';
import type { Setting } from './setting.js';
import { byteCount } from './value-types.js';

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
      'Maximum number of open connections of each port from one address, or from one /64 network of IPv6, and never more than half of all.',
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
