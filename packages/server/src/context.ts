import type { Logger } from '@dragoman/core';
import type { Configuration } from './configuration/settings.js';
import type { DocumentStore } from './features/documents/document-record.js';
import type { DocumentService } from './features/documents/document-service.js';
import type { GlossaryService } from './features/glossaries/glossary-service.js';
import type { AccountServices } from './features/keys-and-usage/account-services.js';
import type { KeyGuard } from './features/keys-and-usage/key-guard.js';
import type { MemoryJobs } from './features/memories/memory-jobs.js';
import type { MemoryService } from './features/memories/memory-service.js';
import type { LanguageDownloads } from './features/models/language-downloads.js';
import type { StyleService } from './features/style-rules/style-service.js';
import type { Admission } from './features/translate/admission.js';
import type { ResolveRequest } from './features/translate/resolve-request.js';
import type {
  TranslatedTexts,
  TranslationService,
} from './features/translate/translation-service.js';
import type { Pipeline } from './pipeline.js';
import type { KeyRecord } from './platform/accounts/key-record.js';
import type { AcquireSlot } from './platform/concurrency-limit.js';
import type { ConnectionCloser } from './platform/http/connections.js';
import type { ReadBody } from './platform/http/read-body.js';
import type { Metrics } from './platform/metrics.js';
import type { Tracing } from './platform/open-tracing.js';

/** What the readiness probe returns. */
export interface Readiness {
  readonly isReady: boolean;
  readonly engines: Readonly<Record<string, string>>;
}

/** What the HTTP layer needs. */
export interface HttpDependencies extends AccountServices, Pipeline {
  readonly settings: Configuration;
  readonly documents: DocumentService;
  readonly glossaries: GlossaryService;
  readonly resolveRequest: ResolveRequest;
  readonly memories: MemoryService;
  readonly memoryJobs: MemoryJobs;
  readonly styles: StyleService;
  readonly languageDownloads: LanguageDownloads;
  /** Documents that were downloaded. */
  readonly sumDownloads: DocumentStore['sumDownloads'];
  readonly admission: Admission;
  readonly readiness: () => Readiness;
  readonly metrics: Metrics;
  /** Undefined unless it is configured. */
  readonly tracing?: Tracing | undefined;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

declare module './platform/http/define-route.js' {
  interface RouteDependencies extends HttpDependencies, TranslationService {
    readonly keyGuard: KeyGuard;
    readonly enterUpload: AcquireSlot;
    /** The OpenAPI document that describes the routes; made when it is first wanted. */
    readonly apiDocument: () => object;
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends the connections of this service and its further ports when it stops. */
    connectionCloser: ConnectionCloser;
    /** Whether an address is that of a reverse proxy whose forwarding headers are believed. */
    isTrustedProxy: (address: string) => boolean;
    /** Reads large bodies in threads, in their turn. */
    readBody: ReadBody;
  }
  interface FastifyRequest {
    /** The caller's key; null on routes without a key. */
    apiKey: KeyRecord | null;
    /** Null if there was nothing to translate. */
    translated: TranslatedTexts | null;
  }
}
