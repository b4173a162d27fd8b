import { AsyncLocalStorage } from 'node:async_hooks';
import { type Attributes, type Context, type Span, type Tracer, trace } from '@opentelemetry/api';

/** What runs belongs to a span. */
export interface Scope {
  readonly context: Context;
  /** When the sentences of an engine's batch waited; the scope of a batch has it. */
  readonly waiting?: Waiting;
}

/** From the moment the first sentence began to wait until the last one was taken. */
export interface Waiting {
  firstMs: number | undefined;
  lastMs: number;
  sentences: number;
}

/** Spans that begin in one function and end in another. */
export interface Scopes {
  readonly tracer: Tracer;
  current(): Scope | undefined;
  run<Result>(scope: Scope, work: () => Result): Result;
  /** @returns a span below the current one; undefined where nothing is traced */
  start(name: string, attributes: Attributes): Span | undefined;
}

/** They are kept by this object, not by the program as a whole, so that servers do not mix theirs. */
export const createScopes = (tracer: Tracer): Scopes => {
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
