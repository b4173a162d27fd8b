import type { Logger } from '@dragoman/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';

const INTERVAL_MS = 60_000;
const SUCCESS = 0;

/** Logs, at most once a minute, that spans are lost because the collector does not take them. */
export const reportFailures = (exporter: SpanExporter, log: Logger): SpanExporter => {
  let silentUntilMs = 0;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== SUCCESS && performance.now() >= silentUntilMs) {
          silentUntilMs = performance.now() + INTERVAL_MS;
          log.warn({ spans: spans.length }, 'the collector does not accept spans');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
};
