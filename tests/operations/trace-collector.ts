import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the protocol writes it in JSON. */
export interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: ExportedSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

/** Takes traces over OTLP/HTTP in JSON, as an OpenTelemetry collector does. */
export interface TraceCollector {
  readonly url: string;
  /** As they came. */
  readonly bodies: readonly string[];
  spans(): readonly ExportedSpan[];
  /** Attributes of what sent them. */
  resource(): Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** `{ key: value }` of the protocol's list. */
export const attributesOf = (
  attributes: ExportedSpan['attributes'] = [],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export const startTraceCollector = async (): Promise<TraceCollector> => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const isExport =
      request.method === 'POST' &&
      request.url === '/v1/traces' &&
      request.headers['content-type'] === 'application/json';
    bodies.push(Buffer.concat(await request.toArray()).toString());
    response.writeHead(isExport ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const resources = () => bodies.flatMap((body) => (JSON.parse(body) as Export).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    bodies,
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    resource: () => attributesOf(resources()[0]?.resource.attributes),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
