import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { OfferedFile } from './offered-model.js';
import { sha256 } from './packed.js';

interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** Handles a request instead of the server; returns true if it did. */
type Interference = (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean;

export interface CatalogueServer {
  readonly url: string;
  /** Everything that was asked for, in order. */
  readonly requests: readonly SeenRequest[];
  /** Handlers for the next file requests. */
  interfere(interference: Interference | undefined): void;
  close(): Promise<void>;
}

const sendFile = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
  const etag = `"${sha256(body).slice(0, 16)}"`;
  const wanted = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
  const ifRange = request.headers['if-range'];
  const start = wanted !== undefined && (ifRange ?? etag) === etag ? Number(wanted) : 0;
  response.setHeader('etag', etag);
  if (start >= body.length) {
    response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end();
    return;
  }
  const rest = body.subarray(start);
  response.setHeader('content-length', rest.length);
  const range = `bytes ${start}-${body.length - 1}/${body.length}`;
  if (start > 0) response.writeHead(206, { 'content-range': range });
  response.end(rest);
};

/**
 * A Remote Settings server on a free port of the loopback address, as far as the catalogue uses
 * one: the root, the records of `translations-models-v2`, and the attachments with ranges and tags.
 */
export const startCatalogueServer = async (
  files: readonly OfferedFile[],
  {
    extraRecords = [],
    tls,
  }: {
    readonly extraRecords?: readonly unknown[];
    /** A certificate and its key, for https. */
    readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
  } = {},
): Promise<CatalogueServer> => {
  const requests: SeenRequest[] = [];
  let interference: Interference | undefined;
  let url = '';
  const sendJson = (response: ServerResponse, value: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  const handle: RequestListener = (request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    if (path === '/v1/') {
      const attachments = { base_url: `${url}/cdn/` };
      sendJson(response, { project_name: 'Remote Settings', capabilities: { attachments } });
    } else if (path === '/v1/buckets/main/collections/translations-models-v2/records') {
      sendJson(response, { data: [...files.map((file) => file.record), ...extraRecords] });
    } else {
      const file = files.find((row) => path === `/cdn/${row.record.attachment.location}`);
      if (interference?.(request, response, file?.sent ?? Buffer.alloc(0))) return;
      if (file) sendFile(request, response, file.sent);
      else response.writeHead(404).end();
    }
  };
  const server = tls ? createSecureServer({ ...tls }, handle) : createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    interfere: (next) => {
      interference = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
