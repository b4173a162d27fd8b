import { type Span, SpanStatusCode } from '@opentelemetry/api';
import { below, type Scope, type Scopes, type Waiting } from './scopes.js';
import type { Tracing } from './tracing.js';

/**
 * What happens to the texts of a request: `detect`, `engine` for each batch that an engine gets,
 * `queue` inside of it while sentences wait, and `repair`.
 */
export const createWorkSpans = (
  scopes: Scopes,
): Pick<Tracing, 'watchDetector' | 'watchEngine' | 'watchMeter'> => ({
  watchDetector(detector) {
    const inSpan = <Result>(texts: readonly string[], work: () => Result): Result => {
      const span = scopes.start('detect', { 'dragoman.texts': texts.length });
      try {
        return work();
      } finally {
        span?.end();
      }
    };
    return {
      detect: (texts, candidates) => inSpan(texts, () => detector.detect(texts, candidates)),
      judge: (texts, wanted) => inSpan(texts, () => detector.judge(texts, wanted)),
      async judgeInTurns(texts, wanted, signal) {
        const span = scopes.start('detect', { 'dragoman.texts': texts.length });
        try {
          return await detector.judgeInTurns(texts, wanted, signal);
        } finally {
          span?.end();
        }
      },
    };
  },

  watchEngine(engine) {
    const translateBatch = engine.translateBatch.bind(engine);
    engine.translateBatch = async (batch, options) => {
      const outer = scopes.current();
      const span = scopes.start('engine', {
        'dragoman.engine': engine.id,
        'dragoman.pair': `${batch.source}-${batch.target}`,
        'dragoman.model_type': batch.modelType,
        'dragoman.sentences': batch.units.length,
      });
      if (!outer || !span) return translateBatch(batch, options);
      const waiting: Waiting = { firstMs: undefined, lastMs: 0, sentences: 0 };
      const scope: Scope = { context: below(outer.context, span), waiting };
      try {
        return await scopes.run(scope, () => translateBatch(batch, options));
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        addQueueSpan(scopes, scope, waiting);
        span.end();
      }
    };
  },

  watchMeter: (meter) => ({
    count: meter.count,
    noteBatch: meter.noteBatch,
    time(work, labels) {
      const stop = meter.time(work, labels);
      if (work === 'repair') {
        const { engine, pair } = labels;
        return both(
          stop,
          scopes.start('repair', { 'dragoman.engine': engine, 'dragoman.pair': pair }),
        );
      }
      // What an engine does for a batch of many callers belongs to none of them.
      const waiting = work === 'queue' ? scopes.current()?.waiting : undefined;
      return waiting ? noteWaiting(stop, waiting) : stop;
    },
  }),
});

const both =
  (stop: () => void, span: Span | undefined): (() => void) =>
  () => {
    stop();
    span?.end();
  };

/** Sentences wait together: a span for each of them would be hundreds. */
const noteWaiting = (stop: () => void, waiting: Waiting): (() => void) => {
  waiting.firstMs ??= Date.now();
  waiting.sentences += 1;
  return () => {
    stop();
    waiting.lastMs = Date.now();
  };
};

const addQueueSpan = (scopes: Scopes, { context }: Scope, waiting: Waiting): void => {
  const { firstMs, lastMs, sentences } = waiting;
  if (firstMs === undefined) return;
  const attributes = { 'dragoman.sentences': sentences };
  scopes.tracer
    .startSpan('queue', { startTime: firstMs, attributes }, context)
    // Where the request was given up, nobody took them.
    .end(lastMs === 0 ? Date.now() : lastMs);
};
