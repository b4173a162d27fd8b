import { createDetector, createRouter, type Engine, silentLogger } from '@dragoman/core';
import { createFakeEngine } from '@dragoman/engines/fake';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.js';
import { createLanguageDownloads } from '../catalogue/language-downloads.js';
import type { HttpDependencies } from '../context.js';
import { createDocuments } from '../features/documents/create-documents.js';
import { createGlossaryService } from '../features/glossaries/glossary-service.js';
import { createInflections } from '../features/glossaries/inflections.js';
import { createAccountServices } from '../features/keys-and-usage/account-services.js';
import { createMemories } from '../features/memories/memory-jobs.js';
import { createStyleService } from '../features/style-rules/style-service.js';
import { createAdmission } from '../features/translate/admission.js';
import { createResolveRequest } from '../features/translate/resolve-request.js';
import { createSegmentCache } from '../features/translate/segment-cache.js';
import type { Stores } from '../open-stores.js';
import { createPipeline } from '../pipeline.js';
import { loadConfiguration } from '../platform/configuration/load.js';
import type { Configuration } from '../platform/configuration/settings.js';
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
  const accountServices = createAccountServices(accounts, settings, { log: silentLogger, now });
  const store = accounts.documentStore;
  const resolveRequest = createResolveRequest({
    router,
    installHint: () => INSTALL_HINT,
    stores: accounts,
    inflections: createInflections([engine], silentLogger),
  });
  const admission = createAdmission(settings);
  const documents = createDocuments(settings, {
    ...accountServices,
    ...pipeline,
    resolveRequest,
    isTranslatingTexts: admission.isInUse,
    store,
    shared: accounts.sharedDocuments,
    meter: metrics,
    log: silentLogger,
    now,
  });
  const app = await createApp({
    settings,
    ...pipeline,
    documents,
    glossaries: createGlossaryService(accounts.glossaryStore, now),
    styles: createStyleService(accounts.styleStore, now),
    resolveRequest,
    ...createMemories(settings, {
      store: accounts.memoryStore,
      jobStore: accounts.memoryJobStore,
      now,
      log: silentLogger,
    }),
    languageDownloads: createLanguageDownloads(settings),
    sumDownloads: store.sumDownloads,
    ...accountServices,
    admission,
    readiness: () => ({
      isReady: router.sources().size > 0,
      engines: { [engine.id]: engine.health().state },
    }),
    metrics,
    log: silentLogger,
    now,
    ...parts,
  });
  // A document in flight would go on writing into the folder that a test removes.
  app.addHook('onClose', () => documents.stop());
  return app;
};
