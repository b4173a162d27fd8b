import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Detector, Engine, Logger, Meter } from '@dragoman/core';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { FastifyInstance } from 'fastify';
import type { PlatformConfiguration } from './configuration/service-settings.js';
import { VERSION } from './configuration/version.js';

/** A collector that does not answer must not delay the end of the server for long. */
const EXPORT_TIMEOUT_MS = 2000;

/** The settings of tracing. */
interface TracingSettings extends Pick<PlatformConfiguration, 'region' | 'tracingPercent'> {
  readonly tracingUrl: string;
}

const INTERVAL_MS = 60_000;
const SUCCESS = 0;

/** Logs, at most once a minute, that spans are lost because the collector does not take them. */
const reportFailures = (exporter: SpanExporter, log: Logger): SpanExporter => {
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

/** The spans of a request that is being answered. */
interface TracedRequest {
  readonly span: Span;
  readonly context: Context;
  /** Until its handler begins. */
  readonly receive: Span;
  /** From the moment its response is ready. */
  answer?: Span;
}

/** Asked all the time by machines, and of no interest. */
const UNTRACED = /^\/(health|metrics)\b/;

/** What runs belongs to a span. */
interface Scope {
  readonly context: Context;
  /** When the sentences of an engine's batch waited; the scope of a batch has it. */
  readonly waiting?: WaitingTime;
}

/** From the moment the first sentence began to wait until the last one was taken. */
interface WaitingTime {
  firstMs: number | undefined;
  lastMs: number;
  sentences: number;
}

/** Spans that begin in one function and end in another. */
interface Scopes {
  readonly tracer: Tracer;
  current(): Scope | undefined;
  run<Result>(scope: Scope, work: () => Result): Result;
  /** @returns a span below the current one; undefined where nothing is traced */
  start(name: string, attributes: Attributes): Span | undefined;
}

/** They are kept by this object, not by the program as a whole, so that servers do not mix theirs. */
const createScopes = (tracer: Tracer): Scopes => {
  const storage = new AsyncLocalStorage<Scope>();
  return {
    tracer,
    current: () => storage.getStore(),
    run: (scope, work) => storage.run(scope, work),
    start(name, attributes) {
      const context = storage.getStore()?.context;
      return context && tracer.startSpan(name, { attributes }, context);
    },
  };
};

export const below = (context: Context, span: Span): Context => trace.setSpan(context, span);

/**
 * Records where the time of requests goes, for an OpenTelemetry collector. Only servers that are
 * configured to do so have one, so that it costs the others nothing. No span contains a text.
 */
export interface Tracing {
  /** Begins the trace of a request, or continues that of its caller. @returns the trace's id */
  begin(request: IncomingMessage): string;
  /** Adds the hooks that end it. Before all others. */
  watchRequests(app: FastifyInstance): void;
  /** What the pipeline uses, with spans. */
  watchEngine(engine: Engine): void;
  watchDetector(detector: Detector): Detector;
  watchMeter(meter: Meter): Meter;
  /** Headers by which a server that is called now continues the trace. */
  callHeaders(): Readonly<Record<string, string>>;
  /** Sends what is left, for at most two seconds. */
  stop(): Promise<void>;
}

/**
 * What happens to the texts of a request: `detect`, `engine` for each batch that an engine gets,
 * `queue` inside of it while sentences wait, and `repair`.
 */
const createWorkSpans = (
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
      detectPreferring: (texts, wanted) =>
        inSpan(texts, () => detector.detectPreferring(texts, wanted)),
      async detectPreferringYielding(texts, wanted, options) {
        const span = scopes.start('detect', { 'dragoman.texts': texts.length });
        try {
          return await detector.detectPreferringYielding(texts, wanted, options);
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
      const waiting: WaitingTime = { firstMs: undefined, lastMs: 0, sentences: 0 };
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
const noteWaiting = (stop: () => void, waiting: WaitingTime): (() => void) => {
  waiting.firstMs ??= Date.now();
  waiting.sentences += 1;
  return () => {
    stop();
    waiting.lastMs = Date.now();
  };
};

const addQueueSpan = (scopes: Scopes, { context }: Scope, waiting: WaitingTime): void => {
  const { firstMs, lastMs, sentences } = waiting;
  if (firstMs === undefined) return;
  const attributes = { 'dragoman.sentences': sentences };
  scopes.tracer
    .startSpan('queue', { startTime: firstMs, attributes }, context)
    // Where the request was given up, nobody took them.
    .end(lastMs === 0 ? Date.now() : lastMs);
};

/** The span of each request, with `receive` and `answer` below it; the handler runs inside it. */
const createRequestSpans = (
  scopes: Scopes,
): Pick<Tracing, 'begin' | 'watchRequests' | 'callHeaders'> => {
  const { tracer } = scopes;
  const propagator = new W3CTraceContextPropagator();
  const requests = new WeakMap<IncomingMessage, TracedRequest>();

  const parentOf = (headers: IncomingHttpHeaders): Context =>
    propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);

  return {
    begin(request) {
      const parent = parentOf(request.headers);
      const method = request.method ?? '';
      const attributes = { 'http.request.method': method };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      const context = below(parent, span);
      if (!UNTRACED.test(request.url ?? '')) {
        const receive = tracer.startSpan('receive', {}, context);
        requests.set(request, { span, context, receive });
      }
      return span.spanContext().traceId;
    },
    watchRequests(app) {
      app.addHook('preHandler', (request, _reply, done) => {
        const traced = requests.get(request.raw);
        if (!traced) return done();
        traced.receive.end();
        scopes.run({ context: traced.context }, done);
      });
      app.addHook('onSend', async ({ raw }) => {
        const traced = requests.get(raw);
        if (traced) traced.answer ??= tracer.startSpan('answer', {}, traced.context);
      });
      app.addHook('onResponse', async (request, reply) => {
        const traced = requests.get(request.raw);
        if (!traced) return;
        requests.delete(request.raw);
        const { span, receive, answer } = traced;
        // A request that was refused on the way has not got to its handler.
        if (receive.isRecording()) receive.end();
        answer?.end();
        const route = request.routeOptions.url ?? 'none';
        span.updateName(`${request.method} ${route}`);
        span.setAttributes({
          'http.route': route,
          'http.response.status_code': reply.statusCode,
          ...(request.apiKey && { 'dragoman.key': request.apiKey.id }),
        });
        if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    },
    callHeaders() {
      const headers: Record<string, string> = {};
      const context = scopes.current()?.context;
      if (context) propagator.inject(context, headers, defaultTextMapSetter);
      return headers;
    },
  };
};

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
