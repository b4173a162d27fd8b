import type { ApiKey, KeyStore, Logger, Router, Translator } from '@dragoman/core';
import type { Admission } from '../admission.js';
import type { Configuration } from '../config/schema.js';
import type { Metrics } from '../observability/metrics.js';

/** The settings the HTTP side reads. */
export type HttpSettings = Pick<
  Configuration,
  'authSchemes' | 'maxBodyBytes' | 'maxTexts' | 'requestTimeoutMs' | 'coalesceGraceMs'
>;

/** What the readiness probe tells. */
export interface Readiness {
  readonly isReady: boolean;
  readonly engines: Readonly<Record<string, string>>;
}

/** Everything the routes need; they know no engine and no store. */
export interface HttpDependencies {
  readonly settings: HttpSettings;
  readonly translator: Translator;
  readonly router: Router;
  readonly keys: KeyStore;
  readonly admission: Admission;
  readonly readiness: () => Readiness;
  readonly metrics: Metrics;
  readonly log: Logger;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on routes without a key. */
    apiKey: ApiKey | null;
  }
}
