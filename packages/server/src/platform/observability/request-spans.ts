import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { below, type Scopes } from './scopes.js';
import type { Tracing } from './tracing.js';

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

/** The span of each request, with `receive` and `answer` below it; the handler runs inside it. */
export const createRequestSpans = (
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
