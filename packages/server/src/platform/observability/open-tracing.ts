import { randomUUID } from 'node:crypto';
import type { Logger } from '@dragoman/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { Configuration } from '../configuration/index.js';
import { VERSION } from '../configuration/version.js';
import { reportFailures } from './report-failures.js';
import { createRequestSpans } from './request-spans.js';
import { createScopes } from './scopes.js';
import type { Tracing } from './tracing.js';
import { createWorkSpans } from './work-spans.js';

/** A collector that does not answer must not delay the end of the server for long. */
const EXPORT_TIMEOUT_MS = 2000;

/** The settings of tracing. */
export interface TracingSettings extends Pick<Configuration, 'region' | 'tracingPercent'> {
  readonly tracingUrl: string;
}

/** Starts tracing. Load this module only where it is wanted: the SDK takes its time. */
export const openTracing = (
  { tracingUrl, tracingPercent, region }: TracingSettings,
  log: Logger,
): Tracing => {
  const exporter = new OTLPTraceExporter({ url: tracingUrl, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'dragoman',
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
      ...(region !== undefined && { 'cloud.region': region }),
    }),
    // A caller that has decided about its trace already is followed.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracingPercent / 100) }),
    spanProcessors: [
      new BatchSpanProcessor(reportFailures(exporter, log), {
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  });
  const scopes = createScopes(provider.getTracer('dragoman', VERSION));
  return {
    ...createRequestSpans(scopes),
    ...createWorkSpans(scopes),
    stop: () => provider.shutdown().catch(() => {}),
  };
};
