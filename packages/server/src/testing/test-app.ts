import { createDetector, createRouter, type Engine, silentLogger } from '@dragoman/core';
import { createFakeEngine } from '@dragoman/engines/fake';
import type { FastifyInstance } from 'fastify';
import { composeApp } from '../compose-app.js';
import { loadConfiguration } from '../configuration/load.js';
import type { Configuration } from '../configuration/settings.js';
import type { HttpDependencies } from '../context.js';
import { createAccountServices } from '../features/keys-and-usage/account-services.js';
import { createSegmentCache } from '../features/translate/segment-cache.js';
import type { Stores } from '../open-stores.js';
import { createPipeline } from '../pipeline.js';
import { createMetrics } from '../platform/metrics.js';

export interface TestAppOptions {
  readonly accounts: Stores;
  /** @default the fake engine, which answers in capitals */
  readonly engine?: Engine;
  /** Settings that differ from the defaults. The page is off, and nothing outlives its caller. */
  readonly settings?: Partial<Configuration>;
  /** Milliseconds since 1970, for usage and limits. @default Date.now */
  readonly now?: () => number;
  /** Parts to use in place of those made here. */
  readonly parts?: Partial<HttpDependencies>;
}

const detector = await createDetector();
const INSTALL_HINT = 'Ask the operator.';

/** The whole HTTP service over one engine, with no cache, not listening yet. */
export const createTestApp = async ({
  accounts,
  engine = createFakeEngine({ transform: 'upper' }),
  settings: changed = {},
  now = Date.now,
  parts = {},
}: TestAppOptions): Promise<FastifyInstance> => {
  await engine.start();
  const settings: Configuration = {
    ...loadConfiguration({ environment: {}, workingDirectory: '/' }),
    page: 'off',
    coalesceGraceMs: 0,
    requestTimeoutGrowthMs: 0,
    offline: 'off',
    ...changed,
  };
  const router = createRouter([engine], { maxPivots: 1, scores: new Map() });
  const metrics = createMetrics();
  const pipeline = createPipeline({
    router,
    detector,
    cache: createSegmentCache(0),
    meter: metrics,
    dictionaries: [engine],
    installHint: () => INSTALL_HINT,
    languageModelHint: 'Configure one.',
  });
  const { app, documents } = composeApp(
    settings,
    {
      stores: accounts,
      accounts: createAccountServices(accounts, settings, { log: silentLogger, now }),
      services: { ...pipeline, dictionaries: [engine], installHint: () => INSTALL_HINT },
      readiness: () => ({
        isReady: router.sources().size > 0,
        engines: { [engine.id]: engine.health().state },
      }),
      metrics,
      log: silentLogger,
      now,
    },
    parts,
  );
  // A document in flight would go on writing into the folder that a test removes.
  app.addHook('onClose', () => documents.stop());
  return app;
};
