import { z } from 'zod';
import {
  byteCount,
  folderPath,
  listOf,
  oneOf,
  type SettingType,
  text,
  wholeNumber,
} from './value-types.js';

/** One setting. Its name in a configuration file is its key in {@link SETTINGS}. */
export interface Setting<Value> {
  /** Also gives the flag: `DRAGOMAN_DATA_DIR` is `--data-dir`. */
  readonly environmentName: `DRAGOMAN_${string}`;
  readonly description: string;
  readonly type: SettingType<Value>;
  /** Undefined: the setting may be left out. */
  readonly defaultValue: Value | undefined;
  /** Never printed; may also be read from a file named by `…_FILE`. */
  readonly isSecret?: boolean;
  /** Relative paths count from the configuration file or else from the working directory. */
  readonly isPath?: boolean;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
const GIBIBYTE = 1024 * MEBIBYTE;

const milliseconds = (minimum: number, maximum: number): SettingType<number> =>
  wholeNumber('ms', { minimum, maximum });

const count = (minimum: number, maximum: number): SettingType<number> =>
  wholeNumber('count', { minimum, maximum });

const webAddress = (): SettingType<string> =>
  text(
    'url',
    /^https?:\/\/[A-Za-z0-9[\].:-]{1,260}(\/[A-Za-z0-9._~/-]{0,1000})?$/,
    'an address that begins with http:// or https://, without a key or a query',
  );

const baseAddress = (): SettingType<string> =>
  text(
    'address',
    /^(:?\d{1,5}|(https?:\/\/)?([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?(\/[A-Za-z0-9._~/-]{0,1000})?)$/,
    'an address such as https://api.example.com, a host name or a port',
  );

/** All settings of the server, in the order of the reference page. Everything else derives from it. */
export const SETTINGS = {
  host: {
    environmentName: 'DRAGOMAN_HOST',
    description: 'Address to listen on; 0.0.0.0 or :: lets other machines in.',
    type: text('address', /^[A-Za-z0-9.:%_-]{1,253}$/, 'a host name or an IP address'),
    defaultValue: '127.0.0.1',
  },
  port: {
    environmentName: 'DRAGOMAN_PORT',
    description: 'TCP port to listen on; 0 takes any free one.',
    type: wholeNumber('port', { minimum: 0, maximum: 65_535 }),
    defaultValue: 3030,
  },
  dataDirectory: {
    environmentName: 'DRAGOMAN_DATA_DIR',
    description: 'Folder for everything the server writes; made when missing.',
    type: folderPath(),
    defaultValue: './data',
    isPath: true,
  },
  databaseUrl: {
    environmentName: 'DRAGOMAN_DATABASE_URL',
    description:
      'PostgreSQL database for keys and usage, shared by several servers; left out, a file in the data folder is used.',
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
      'Redis or Valkey through which several servers share the limits by the minute; left out, each server limits by itself.',
    type: text(
      'url',
      /^rediss?:\/\/[\x21-\x7e]{1,2000}$/,
      'an address such as redis://user:password@host:6379/0',
    ),
    defaultValue: undefined,
    isSecret: true,
  },
  authKey: {
    environmentName: 'DRAGOMAN_AUTH_KEY',
    description:
      'A key without limits beside those in the database; left out, one is made at the first start and kept in the data folder.',
    type: text('key', /^[\x21-\x7e]{8,256}$/, '8 to 256 printable ASCII characters without blanks'),
    defaultValue: undefined,
    isSecret: true,
  },
  authSchemes: {
    environmentName: 'DRAGOMAN_AUTH_SCHEMES',
    description: 'Words accepted before the key in the Authorization header.',
    type: listOf(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/), {
      maximumItems: 10,
      expects: 'HTTP authorization scheme names',
    }),
    defaultValue: ['Service-Auth-Key', 'DeepL-Auth-Key'],
  },
  baseUrl: {
    environmentName: 'DRAGOMAN_BASE_URL',
    description:
      'Base address of paid plans: an address, a host name, or a port, which is then listened on; needs freeBaseUrl beside it.',
    type: baseAddress(),
    defaultValue: undefined,
  },
  freeBaseUrl: {
    environmentName: 'DRAGOMAN_FREE_BASE_URL',
    description: 'Base address of free plans, in the same form; their keys end in :fx.',
    type: baseAddress(),
    defaultValue: undefined,
  },
  region: {
    environmentName: 'DRAGOMAN_REGION',
    description: 'Name of the place this server runs in, told in every answer as X-Region.',
    type: text('name', /^[A-Za-z0-9._-]{1,64}$/, 'up to 64 letters, digits, dots, dashes'),
    defaultValue: undefined,
  },
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
  shutdownGraceMs: {
    environmentName: 'DRAGOMAN_SHUTDOWN_GRACE_MS',
    description: 'Longest wait for running requests when the server is told to stop.',
    type: milliseconds(0, 600_000),
    defaultValue: 10_000,
  },
  logLevel: {
    environmentName: 'DRAGOMAN_LOG_LEVEL',
    description: 'Least severity that is logged.',
    type: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    defaultValue: 'info',
  },
  engines: {
    environmentName: 'DRAGOMAN_ENGINES',
    description:
      'Engines to start, the preferred one first; fake only echoes and is meant for tests.',
    type: listOf(z.enum(['bergamot', 'apertium', 'fake']), {
      maximumItems: 3,
      expects: 'bergamot, apertium, fake',
    }),
    defaultValue: ['bergamot', 'apertium'],
  },
  neuralMaxWorkers: {
    environmentName: 'DRAGOMAN_NEURAL_MAX_WORKERS',
    description:
      'Most threads that translate with neural models at once; left out, one for each processor core, up to 16.',
    type: count(1, 128),
    defaultValue: undefined,
  },
  neuralMaxMemoryBytes: {
    environmentName: 'DRAGOMAN_NEURAL_MAX_MEMORY_BYTES',
    description:
      'Most memory all neural models and their threads together may hold; left out, half of the machine.',
    type: byteCount({ minimum: 256 * MEBIBYTE, maximum: 1024 * GIBIBYTE }),
    defaultValue: undefined,
  },
  neuralIdleStopMs: {
    environmentName: 'DRAGOMAN_NEURAL_IDLE_STOP_MS',
    description: 'How long an unused neural model stays in memory.',
    type: milliseconds(1000, 86_400_000),
    defaultValue: 600_000,
  },
  kernels: {
    environmentName: 'DRAGOMAN_KERNELS',
    description:
      'Matrix kernels of the neural engine: auto takes the fastest that works here, the others force one kind.',
    type: oneOf(['auto', 'native', 'wasm', 'fallback']),
    defaultValue: 'auto',
  },
  apertiumDataDirectory: {
    environmentName: 'DRAGOMAN_APERTIUM_DATA_DIR',
    description: 'Folder that holds the installed Apertium modes and language data.',
    type: folderPath(),
    defaultValue: '/usr/share/apertium',
    isPath: true,
  },
  apertiumMessageTimeoutMs: {
    environmentName: 'DRAGOMAN_APERTIUM_MESSAGE_TIMEOUT_MS',
    description:
      'Longest time one piece of text may take in an Apertium pipeline before the pipeline is restarted.',
    type: milliseconds(100, 600_000),
    defaultValue: 5000,
  },
  apertiumIdleStopMs: {
    environmentName: 'DRAGOMAN_APERTIUM_IDLE_STOP_MS',
    description: 'How long an unused Apertium pipeline stays in memory.',
    type: milliseconds(1000, 86_400_000),
    defaultValue: 300_000,
  },
  apertiumMaxMemoryBytes: {
    environmentName: 'DRAGOMAN_APERTIUM_MAX_MEMORY_BYTES',
    description: 'Most memory all Apertium pipelines together may hold.',
    type: byteCount({ minimum: 64 * MEBIBYTE, maximum: 1024 * GIBIBYTE }),
    defaultValue: 2 * GIBIBYTE,
  },
  modelsDirectory: {
    environmentName: 'DRAGOMAN_MODELS_DIR',
    description: 'Folder of the pulled neural models; left out, it is models in the data folder.',
    type: folderPath(),
    defaultValue: undefined,
    isPath: true,
  },
  catalogueUrl: {
    environmentName: 'DRAGOMAN_CATALOGUE_URL',
    description:
      'Remote Settings server whose models can be pulled; nothing is asked of it unasked.',
    type: webAddress(),
    defaultValue: 'https://firefox.settings.services.mozilla.com',
  },
  catalogueAttachmentsUrl: {
    environmentName: 'DRAGOMAN_CATALOGUE_ATTACHMENTS_URL',
    description:
      'Address below which the files of the models lie; left out, the catalogue says it.',
    type: webAddress(),
    defaultValue: undefined,
  },
} as const satisfies Record<string, Setting<unknown>>;

export type SettingKey = keyof typeof SETTINGS;

type ValueOf<Row> = Row extends { type: SettingType<infer Value>; defaultValue: infer Default }
  ? Default extends undefined
    ? Value | undefined
    : Value
  : never;

/** The whole configuration: every value checked, every path absolute, deeply frozen. */
export type Configuration = { readonly [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> };

/** Names of the engines that can be configured. */
export type EngineName = Configuration['engines'][number];

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

/** The row of a setting, with its value type forgotten. */
export const settingOf = (key: SettingKey): Setting<unknown> => SETTINGS[key];

/** Variables that share the prefix without being settings of the server. */
export const OTHER_VARIABLES = [
  {
    environmentName: 'DRAGOMAN_CONFIG',
    description:
      'Path of the configuration file, as `--config` gives it; otherwise `dragoman.json` in the working directory is read when it is there.',
  },
  {
    environmentName: 'DRAGOMAN_SKIP_APT',
    description:
      'Set to 1, `npm start` and `npm test` install no Debian packages; they say which ones are missing instead.',
  },
] as const;
