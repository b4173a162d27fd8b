import { browserProxy } from '@dragoman/browser-proxy/fastify';
import { AppError } from '@dragoman/contract';
import { CONTENT_SECURITY_POLICY, loadPage, type PageFile } from '@dragoman/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpSettings } from '../request/context.js';
import type { DocumentCallDependencies } from '../routes/documents.js';
import { pageDocumentKinds, registerPageDocuments } from './page-documents.js';
import { type PageLanguages, registerPageLanguages } from './page-languages.js';
import { createPageUpstream, MAX_SESSION_BODY_BYTES, type PageUpstream } from './page-upstream.js';
import { letVisitorsIn, type PageVisitors } from './page-visitors.js';

const YEAR_SECONDS = 31_536_000;

/** The dependencies of the page. */
export type PageDependencies = PageVisitors &
  PageUpstream &
  PageLanguages &
  DocumentCallDependencies & {
    readonly settings: Pick<
      HttpSettings,
      'pageCharactersPerMinute' | 'pageRequestsPerMinute' | 'pageSessionMs'
    >;
  };

/** The translator page at `/`, and the routes below `/session` it talks to. */
export const registerPage = (app: FastifyInstance, dependencies: PageDependencies): void => {
  const { settings, log } = dependencies;
  if (settings.page === 'off') return;
  app.register(async (visitors) => {
    visitors.addHook('onRequest', letVisitorsIn(dependencies));
    const maxBodyBytes = Math.min(settings.maxBodyBytes, MAX_SESSION_BODY_BYTES);
    const pageFiles = await loadPage({
      maxBodyBytes,
      maxDocumentBytes: settings.maxDocumentBytes,
      documentKinds: pageDocumentKinds(),
    });
    const files = new Map(pageFiles.map((file) => [`/${file.path}`, file]));
    // Two routes for all files, because every route is a label value in the metrics.
    for (const route of ['/', '/page/*']) {
      visitors.get(route, async (request, reply) => {
        const file = files.get(request.url.split('?', 1)[0] ?? '');
        if (!file) throw new AppError('not_found');
        return sendFile(file, request, reply);
      });
    }
    registerPageLanguages(visitors, dependencies);
    registerPageDocuments(visitors, dependencies);
    visitors.register(browserProxy, {
      basePath: '/session',
      maxBodyBytes,
      requestsPerMinute: settings.pageRequestsPerMinute,
      charactersPerMinute: settings.pageCharactersPerMinute,
      sessionLifetimeMs: settings.pageSessionMs,
      upstream: createPageUpstream(dependencies),
      onUpstreamFailure: ({ reason, cause }) =>
        log.error({ reason, err: cause }, 'no response for the page'),
    });
  });
};

const sendFile = (file: PageFile, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.headers({
    etag: file.etag,
    'cache-control': file.isImmutable ? `private, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send();
  return reply.type(file.contentType).send(file.body);
};
