import type { Logger } from '@dragoman/core';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.js';
import type { Configuration } from './configuration/settings.js';
import type { HttpDependencies } from './context.js';
import { createDocuments } from './features/documents/create-documents.js';
import { createDocumentMeter } from './features/documents/document-metrics.js';
import type { DocumentService } from './features/documents/document-service.js';
import { createGlossaryService } from './features/glossaries/glossary-service.js';
import { createInflections } from './features/glossaries/inflections.js';
import type { AccountServices } from './features/keys-and-usage/account-services.js';
import { watchQuotas } from './features/keys-and-usage/quota-metrics.js';
import { createQuotaCount } from './features/keys-and-usage/quota-shares.js';
import { createMemories, type MemoryJobs } from './features/memories/memory-jobs.js';
import {
  createLanguageDownloads,
  type LanguageDownload,
  type LanguageDownloads,
} from './features/models/language-downloads.js';
import { createStyleService } from './features/style-rules/style-service.js';
import { createAdmission } from './features/translate/admission.js';
import { createResolveRequest } from './features/translate/resolve-request.js';
import { watchAdmission, watchCache } from './features/translate/translate-metrics.js';
import type { Stores } from './open-stores.js';
import type { Services } from './services.js';

/** What the features of a server are made of. */
interface Foundations extends Pick<HttpDependencies, 'readiness' | 'metrics' | 'tracing' | 'now'> {
  readonly stores: Stores;
  readonly accounts: AccountServices;
  readonly services: Omit<Services, 'engines' | 'stop'>;
  readonly log: Logger;
  readonly reportDownload?: (download: LanguageDownload) => void;
}

/** A server that does not listen yet, and its parts that work without a request. */
interface ComposedApp {
  readonly app: FastifyInstance;
  readonly documents: DocumentService;
  readonly memoryJobs: MemoryJobs;
  readonly languageDownloads: LanguageDownloads;
}

/**
 * Puts the features of a server together, for the server and for tests.
 *
 * @param overrides parts to use in place of those made here
 */
export const composeApp = (
  settings: Configuration,
  { stores, accounts, services, metrics, log, now, reportDownload, ...observers }: Foundations,
  overrides: Partial<HttpDependencies> = {},
): ComposedApp => {
  const admission = createAdmission(settings);
  const { registry } = metrics;
  watchAdmission(registry, admission.inFlight);
  watchCache(registry, services.cacheCounts);
  watchQuotas(registry, createQuotaCount({ ...accounts, now }));
  const resolveRequest = createResolveRequest({
    ...services,
    stores,
    inflections: createInflections(services.dictionaries, log),
    tokenBudgets: settings.languageModels && accounts.tokenBudgets,
  });
  const documents = createDocuments(settings, {
    ...accounts,
    translator: services.translator,
    detect: services.detect,
    resolveRequest,
    isTranslatingTexts: admission.isInUse,
    store: stores.documentStore,
    shared: stores.sharedDocuments,
    meter: createDocumentMeter(registry),
    log,
    now,
  });
  const memories = createMemories(settings, {
    store: stores.memoryStore,
    jobStore: stores.memoryJobStore,
    now,
    log,
  });
  const languageDownloads = createLanguageDownloads(settings, reportDownload);
  const app = createApp({
    settings,
    ...services,
    documents,
    glossaries: createGlossaryService(stores.glossaryStore, now),
    styles: createStyleService(stores.styleStore, now),
    resolveRequest,
    ...memories,
    languageDownloads,
    sumDownloads: stores.documentStore.sumDownloads,
    ...accounts,
    admission,
    metrics,
    log,
    now,
    ...observers,
    ...overrides,
  });
  return { app, documents, memoryJobs: memories.memoryJobs, languageDownloads };
};
