import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers one request. */
export type Answer = (response: ServerResponse, request: Arrived) => void;

/** An HTTP server with a scripted sequence of responses. */
export interface ScriptedService {
  readonly url: string;
  readonly arrived: readonly Arrived[];
  close(): Promise<void>;
}

/**
 * Starts one on a free port of the loopback address; the last answer serves all further requests.
 */
export const startScriptedService = async (
  ...script: readonly Answer[]
): Promise<ScriptedService> => {
  const arrived: Arrived[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    const answer = script[Math.min(arrived.length, script.length - 1)];
    arrived.push(one);
    answer?.(response, one);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

/** An answer with a JSON body. */
export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** The answer of a service that turns texts into capitals. */
export const capitals: Answer = (response, { body }) => {
  const { text } = JSON.parse(body) as { text: string[] };
  const translations = text.map((one) => ({
    detected_source_language: 'EN',
    text: one.toUpperCase(),
  }));
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ translations }));
};
