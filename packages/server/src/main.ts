import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Logger } from '@dragoman/core';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { composeApp } from './compose-app.js';
import type { Configuration } from './configuration/settings.js';
import type { Readiness } from './context.js';
import { createAccountServices } from './features/keys-and-usage/account-services.js';
import { ensureFirstKey, type GeneratedKey } from './features/keys-and-usage/key-file-storage.js';
import { portOf } from './features/keys-and-usage/plan-addresses.js';
import { createRateLimits } from './features/keys-and-usage/rate-limits.js';
import { createSharedRateLimits } from './features/keys-and-usage/rate-limits-storage.js';
import { createUsageJournal } from './features/keys-and-usage/usage-journal-storage.js';
import type { LanguageDownload } from './features/models/language-downloads.js';
import { modelsDirectoryOf } from './features/models/local/models-directory.js';
import { openStores } from './open-stores.js';
import { missingDatabaseOf } from './platform/database/database.js';
import type { RedisConnection } from './platform/database/redis-connection.js';
import { makeFolder } from './platform/files.js';
import { formatFileSize } from './platform/format-file-size.js';
import { listenOnExtraPorts } from './platform/http/connections.js';
import {
  createCheckLog,
  createHeldOutput,
  createLogOutput,
  serializeError,
} from './platform/log-output.js';
import { createMetrics } from './platform/metrics.js';
import type { Tracing } from './platform/open-tracing.js';
import { type Services, startServices } from './services.js';
import { welcome } from './welcome.js';

const STANDARD_OUTPUT = 1;
const STANDARD_ERROR = 2;

/** A killed server loses at most the usage of this time. */
const FLUSH_INTERVAL_MS = 500;

/**
 * Signals that report a fault of the machine code. A handler in JavaScript would return into the
 * faulty instruction, again and again, and the process would neither work nor end. Without one, the
 * process dies by the signal, and its supervisor starts another.
 */
const FAULT_SIGNALS = ['SIGILL', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSEGV'] as const;

/** A server that is listening. */
export interface RunningServer {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** `http://127.0.0.1:3030` */
  readonly address: string;
  /** Absent if the configuration sets a key, or the first key is stored elsewhere. */
  readonly generatedKey: GeneratedKey | undefined;
  /**
   * Is not ready any more, stops accepting requests, lets running ones finish, then stops the
   * engines. Idempotent.
   *
   * @param delayMs between the first and the second
   */
  stop(delayMs?: number): Promise<void>;
}

/**
 * Puts everything together and listens. The composition root.
 *
 * @param output for the log
 */
export const startServer = async (
  configuration: Configuration,
  output: DestinationStream = createLogOutput(STANDARD_OUTPUT),
): Promise<RunningServer> => {
  const closers: Closer[] = [];
  const options = { level: configuration.logLevel, serializers: { err: serializeError } };
  const log = pino(options, output);
  try {
    return await start(configuration, log, closers);
  } catch (error) {
    await closeAll(closers.reverse().map((close) => [close])).catch((other: unknown) => {
      log.error({ err: other }, 'something stayed open after a start that failed');
    });
    throw error;
  }
};

/** Closes what was opened. */
type Closer = () => unknown;

/**
 * One group after the other, also where something fails.
 *
 * @throws the first error, once all were tried
 */
const closeAll = async (groups: readonly (readonly Closer[])[]): Promise<void> => {
  const errors: unknown[] = [];
  for (const group of groups) {
    const outcomes = await Promise.allSettled(group.map(async (close) => close()));
    for (const outcome of outcomes) if (outcome.status === 'rejected') errors.push(outcome.reason);
  }
  if (errors.length > 0) throw errors[0];
};

/** @param closers what to do if the rest fails, in the order of what was opened */
const start = async (
  configuration: Configuration,
  log: PinoLogger,
  closers: Closer[],
): Promise<RunningServer> => {
  makeFolder(configuration.dataDirectory, 0o700);
  const newDatabase = missingDatabaseOf(configuration);
  let isDamaged = false;
  const stores = await openStores(configuration, Date.now, {
    onDamage(error) {
      if (!isDamaged)
        log.error({ err: error }, 'the database is damaged; the server is not ready any more');
      isDamaged = true;
    },
  });
  closers.push(() => stores.close());
  const redis = await openRedis(configuration, log);
  closers.push(() => redis?.close());
  const alone = createRateLimits(() => performance.now());
  const now = Date.now;
  const accounts = createAccountServices(stores, configuration, {
    log,
    now,
    journal: createUsageJournal(join(configuration.dataDirectory, 'usage'), { log }),
    rateLimits: redis ? createSharedRateLimits(redis, alone) : alone,
  });
  const generatedKey =
    configuration.authKey === undefined
      ? await ensureFirstKey(stores, configuration.dataDirectory)
      : undefined;
  if (newDatabase !== undefined && generatedKey?.isNew === false) {
    log.warn(
      { path: newDatabase },
      'the database is new, and there was a key: if this is not the first start, all other keys, usage, glossaries and memories are missing',
    );
  }
  makeModelsDirectory(configuration, log);
  const metrics = createMetrics();
  const checkLog = createCheckLog(metrics, log);
  closers.push(() => checkLog.stop());
  const tracing = await openTracing(configuration, log);
  closers.push(() => tracing?.stop());
  const services = await startServices(configuration, { log, meter: checkLog.meter, tracing });
  closers.push(() => services.stop());
  metrics.watchEngines(services.engines);
  let isStopping = false;
  const { app, documents, memoryJobs, languageDownloads } = composeApp(configuration, {
    stores,
    accounts,
    services,
    metrics,
    tracing,
    readiness: () => readinessOf(services, isStopping || isDamaged),
    reportDownload,
    log,
    now,
  });
  const stop = async (delayMs = 0) => {
    isStopping = true;
    app.connectionCloser.drain();
    if (delayMs > 0) await setTimeout(delayMs);
    await closeAll([
      [() => app.close()],
      [() => documents.stop(), () => memoryJobs.stop(), () => languageDownloads.stop()],
      // Responses are counted when they have been sent, so this comes after the last one.
      [() => accounts.ledger.stop(), () => accounts.tokenBudgets.stop()],
      [() => redis?.close()],
      [() => services.stop(), () => stores.close()],
      [() => checkLog.stop()],
      [() => tracing?.stop()],
    ]);
  };
  // From here on one call, `stop`, closes all that was opened above.
  closers.splice(0, closers.length, stop);
  await app.listen({ host: configuration.host, port: configuration.port });
  await listenOnExtraPorts(app, configuration.host, morePorts(configuration), configuration);
  accounts.ledger.start(FLUSH_INTERVAL_MS);
  accounts.tokenBudgets.start(FLUSH_INTERVAL_MS);
  await documents.start();
  await memoryJobs.start();
  languageDownloads.add(configuration.languages ?? []);
  return { app, services, address: addressOf(app), generatedKey, stop };
};

/** Base addresses that are ports of this machine, in addition to the main one. */
const morePorts = ({ port, baseUrl, freeBaseUrl }: Configuration): readonly number[] =>
  [baseUrl, freeBaseUrl].flatMap((address) => {
    const own = address === undefined ? undefined : portOf(address);
    return own === undefined || own === port ? [] : [own];
  });

/** Only an existing folder can be watched; so the first pulled model is noticed immediately. */
const makeModelsDirectory = (configuration: Configuration, log: Logger): void => {
  const path = modelsDirectoryOf(configuration);
  if (configuration.modelsDirectory !== undefined && !existsSync(path)) {
    log.warn(
      { setting: 'modelsDirectory', path },
      'the models folder of the setting does not exist; continuing with an empty one',
    );
  }
  try {
    makeFolder(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    log.warn({ code }, 'the models folder cannot be created; continuing without it');
  }
};

/** Loads the client only where it is used. */
const openRedis = async (
  { redisUrl }: Configuration,
  log: Logger,
): Promise<RedisConnection | undefined> => {
  if (redisUrl === undefined) return undefined;
  const { connectRedis } = await import('./platform/database/redis-connection.js');
  return connectRedis(redisUrl, log);
};

/** Loads the SDK only where it is used. */
const openTracing = async (
  { tracingUrl, ...settings }: Configuration,
  log: Logger,
): Promise<Tracing | undefined> => {
  if (tracingUrl === undefined) return undefined;
  const tracing = await import('./platform/open-tracing.js');
  return tracing.openTracing({ ...settings, tracingUrl }, log);
};

const readinessOf = ({ engines, router }: Services, isUnfit: boolean): Readiness => ({
  isReady: !isUnfit && router.sources().size > 0,
  engines: Object.fromEntries(engines.map((engine) => [engine.id, engine.health().state])),
});

const addressOf = (app: FastifyInstance): string => {
  const { address, family, port } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
};

/** A server that was started by a command. */
interface ServedHere {
  /** Aborts when it begins to stop. */
  readonly stopped: AbortSignal;
  /** In a terminal, the log waits for what is said to the person there; it goes on now. */
  releaseLog(): void;
}

/** Runs the server until a signal ends it. */
export const serve = async (configuration: Configuration): Promise<ServedHere> => {
  const output = createLogOutput(STANDARD_OUTPUT);
  const held = process.stdout.isTTY ? createHeldOutput(output) : undefined;
  const releaseLog = () => held?.release();
  const server = await startServer(configuration, held ?? output).catch((error: unknown) => {
    releaseLog();
    throw error;
  });
  output.write(welcome(server, configuration));
  const { shutdownDelayMs, shutdownGraceMs } = configuration;
  const stopping = new AbortController();
  const problems = createLogOutput(STANDARD_ERROR);
  const say = (text: string): void => problems.write(`dragoman: ${text}\n`);
  closeWithGrace(
    {
      delay: shutdownDelayMs + shutdownGraceMs,
      logger: false,
      skip: [...FAULT_SIGNALS],
      onSecondSignal: (signal) => say(`ended at once by a second signal, ${signal}`),
      onSecondError: (error) => say(`ended by another error while stopping: ${inspect(error)}`),
      onTimeout: () => say('ended before the running requests were finished: the time is over'),
    },
    async ({ err, signal }) => {
      if (err) say(`stopping after an unexpected error: ${err.stack}`);
      else output.write(`\nStopping on ${signal}; running requests may finish.\n`);
      stopping.abort(new Error('the server stops'));
      // What failed unexpectedly should not go on for long.
      await server.stop(err ? 0 : shutdownDelayMs).catch((error: Error) => {
        say(`not stopped as usual: ${error.stack}`);
        throw error;
      });
    },
  );
  return { stopped: stopping.signal, releaseLog };
};

/** The models folder is watched, so an installed language is used at once. */
const reportDownload = ({ language, state, totalBytes, message }: LanguageDownload): void => {
  if (state === 'installed' && totalBytes === 0) return;
  const outcome = {
    waiting: 'waiting',
    downloading: `downloading ${formatFileSize(totalBytes)}`,
    installed: 'installed',
    failed: `not installed. ${message}`,
  }[state];
  process.stderr.write(`Language ${language}: ${outcome}\n`);
};
