import { maxHeaderSize, STATUS_CODES } from 'node:http';
import { AppError } from '@dragoman/contract';
import fastify, { type FastifyInstance } from 'fastify';
import type { HttpDependencies } from './context.js';
import {
  compatibleErrorShapes,
  registerCompatibility,
} from './features/compatibility/compatibility.js';
import { createUploadPlaces } from './features/documents/receive-files.js';
import { requireKey, requireKeyForUnknownPaths } from './features/keys-and-usage/authentication.js';
import { createKeyGuard } from './features/keys-and-usage/key-guard.js';
import { registerPage } from './features/page/page.js';
import { createTranslationService } from './features/translate/translation-service.js';
import {
  createConnectionCloser,
  enforceTransferRates,
  LINGER_MS,
  limitConnections,
  registerClosing,
  serverOptions,
} from './platform/http/connections.js';
import { type RouteDependencies, registerRoutes } from './platform/http/define-route.js';
import { answerBadAddress, errorBody, registerErrors } from './platform/http/errors.js';
import { registerBodies } from './platform/http/register-bodies.js';
import { newTraceId, registerRequestLog } from './platform/http/request-log.js';
import { registerLongResponses, registerRequestTurns } from './platform/http/request-turns.js';
import { createNetworkCheck } from './platform/networks.js';
import { openApiDocument } from './platform/openapi-document.js';
import { ROUTES } from './routes.js';

/** Of one part of a path, as it is encoded: the name of a file can have 200 characters of four bytes. */
const MAX_PARAMETER_LENGTH = 4096;

/** The HTTP service, not listening yet. Does no I/O until it is told to listen. */
export const createApp = (dependencies: HttpDependencies): FastifyInstance => {
  const { settings, log, tracing } = dependencies;
  const isTrustedProxy = createNetworkCheck(settings.trustedProxies ?? []);
  const app = fastify({
    trustProxy: isTrustedProxy,
    bodyLimit: settings.maxBodyBytes,
    genReqId: tracing?.begin ?? newTraceId,
    // Some client libraries send one, such as `POST /v2/document/`.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
    requestIdHeader: false,
    // While draining, requests that are already on their way are answered normally, not with a 503.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: settings.receiveTimeoutMs,
    http: serverOptions(settings),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerBadAddress,
    // Routes check with their own schemas; loading Fastify's compilers takes a part of each start.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
  });
  tracing?.watchRequests(app);
  limitConnections(app.server, settings, isTrustedProxy);
  enforceTransferRates(app.server);
  const connectionCloser = createConnectionCloser();
  connectionCloser.watch(app.server);
  app.decorate('connectionCloser', connectionCloser);
  app.decorate('isTrustedProxy', isTrustedProxy);
  app.decorateRequest('apiKey', null);
  registerRequestTurns(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-trace-id', request.id);
    const hosts = countHosts(request.raw.rawHeaders);
    if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1')) {
      throw new AppError('malformed_body', {
        message: `The request has ${hosts === 0 ? 'no' : 'more than one'} Host header.`,
      });
    }
    if (settings.region !== undefined) reply.header('x-region', settings.region);
  });
  app.addHook('preClose', async () => {
    connectionCloser.drain();
    connectionCloser.close();
  });
  app.addHook('onSend', async (_request, reply) => {
    // A keep-alive connection would delay the end, and keep its client away from other servers.
    if (connectionCloser.isDraining) reply.header('connection', 'close');
  });
  registerClosing(app);
  registerRequestLog(app, dependencies);
  registerErrors(
    app,
    { log, maxBodyBytes: settings.maxBodyBytes },
    compatibleErrorShapes(settings),
  );
  registerBodies(app);
  registerLongResponses(app);
  const keyGuard = createKeyGuard(dependencies.keys, () => performance.now());
  let apiDocument: object | undefined;
  const parts: RouteDependencies = {
    ...dependencies,
    ...createTranslationService(dependencies),
    keyGuard,
    requireKey: (permissions) => requireKey({ ...dependencies, keyGuard }, permissions),
    enterUpload: createUploadPlaces(),
    apiDocument: () => {
      apiDocument ??= openApiDocument(settings, ROUTES);
      return apiDocument;
    },
  };
  app.addHook('onRequest', requireKeyForUnknownPaths(parts));
  registerPage(app, parts);
  registerRoutes(app, ROUTES, parts);
  registerCompatibility(app, parts);
  return app;
};

const noCompiler = (): never => {
  throw new Error('a route has a schema for Fastify; use defineRoute');
};

/** A proxy in front may have routed by another `Host` header than the server reads (RFC 9112, 3.2). */
const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

/** Requests that the HTTP parser rejects get an error of the same format as all others. */
const answerBrokenRequest = (
  error: Error & { readonly code?: string; readonly rawPacket?: unknown },
  socket: { readonly writable: boolean; end(data: string): void; destroy(): void },
): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const traceId = newTraceId();
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const lineEnd = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.indexOf('\n') : 0;
  const isLongAddress = isTooLarge && (lineEnd < 0 || lineEnd > maxHeaderSize / 2);
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const appError = isLate
    ? new AppError('request_timeout')
    : new AppError('malformed_body', {
        message: isLongAddress
          ? 'The address of the request is too long. Send parameters in the body of POST.'
          : isTooLarge
            ? 'The address and the headers of the request are too large.'
            : 'The HTTP request is malformed.',
      });
  const status = isLongAddress ? 414 : isTooLarge ? 431 : appError.status;
  const body = JSON.stringify(errorBody(appError, traceId));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Trace-ID: ${traceId}\r\nConnection: close\r\n\r\n${body}`,
  );
  // A client that goes on sending would keep its half of the connection open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
};
