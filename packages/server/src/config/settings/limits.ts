import { count, GIBIBYTE, KIBIBYTE, MEBIBYTE, milliseconds } from './common-types.js';
import type { Setting } from './setting.js';
import { byteCount } from './value-types.js';

/** How much a request may ask, and how much is worked on at once. */
export const LIMITS_SETTINGS = {
  maxBodyBytes: {
    environmentName: 'DRAGOMAN_MAX_BODY_BYTES',
    description: 'Largest request body taken; a larger one is answered with 413.',
    type: byteCount({ minimum: KIBIBYTE, maximum: 16 * MEBIBYTE }),
    defaultValue: 128 * KIBIBYTE,
  },
  maxTexts: {
    environmentName: 'DRAGOMAN_MAX_TEXTS',
    description: 'Most texts in one request.',
    type: count(1, 1000),
    defaultValue: 50,
  },
  requestTimeoutMs: {
    environmentName: 'DRAGOMAN_REQUEST_TIMEOUT_MS',
    description: 'Longest time a translation request may take; after it the answer is 504.',
    type: milliseconds(100, 600_000),
    defaultValue: 30_000,
  },
  coalesceGraceMs: {
    environmentName: 'DRAGOMAN_COALESCE_GRACE_MS',
    description:
      'How long work goes on after the last client waiting for it has left, so that a client which gives up and sends the same request again finds it done.',
    type: milliseconds(0, 60_000),
    defaultValue: 1500,
  },
  maxConcurrentRequests: {
    environmentName: 'DRAGOMAN_MAX_CONCURRENT_REQUESTS',
    description: 'Most translation requests worked on at once; further ones are answered with 429.',
    type: count(1, 10_000),
    defaultValue: 256,
  },
  maxQueuedCharacters: {
    environmentName: 'DRAGOMAN_MAX_QUEUED_CHARACTERS',
    description:
      'Most characters of text being translated at once, over all requests; further requests are answered with 429.',
    type: count(1000, 100_000_000),
    defaultValue: 2_000_000,
  },
  cacheMaxBytes: {
    environmentName: 'DRAGOMAN_CACHE_MAX_BYTES',
    description: 'Memory for finished translations kept to be used again; 0 turns the cache off.',
    type: byteCount({ minimum: 0, maximum: 64 * GIBIBYTE }),
    defaultValue: 64 * MEBIBYTE,
  },
  maxPivots: {
    environmentName: 'DRAGOMAN_MAX_PIVOTS',
    description: 'Most languages between source and target where no direct model is installed.',
    type: count(0, 2),
    defaultValue: 1,
  },
} as const satisfies Record<string, Setting<unknown>>;
