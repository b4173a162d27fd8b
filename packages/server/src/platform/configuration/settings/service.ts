import * as z from 'zod';
import { count, milliseconds, webAddress } from './common-types.js';
import type { Setting } from './setting.js';
import { folderPath, listOf, oneOf, text, wholeNumber } from './value-types.js';

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
