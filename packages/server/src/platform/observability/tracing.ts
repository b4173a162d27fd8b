import type { IncomingMessage } from 'node:http';
import type { Detector, Engine, Meter } from '@dragoman/core';
import type { FastifyInstance } from 'fastify';

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
