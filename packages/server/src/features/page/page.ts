import { AppError, DOCUMENT_KEY, parse } from '@dragoman/contract';
import { FORMATS, PICTURES, SAVE_AS } from '@dragoman/documents';
import {
  CONTENT_SECURITY_POLICY,
  loadPage,
  type PageDocumentKind,
  type PageEncoding,
  type PageFile,
} from '@dragoman/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGE_ACCOUNT } from '../../platform/accounts/key-record.js';
import { type RouteDependencies, registerRoutes } from '../../platform/http/define-route.js';
import { documentRoutes } from '../documents/document-routes.js';
import { registerPageAlternatives } from './page-alternatives.js';
import { registerPageGlossaries } from './page-glossaries.js';
import { registerPageLanguages } from './page-languages.js';
import { maxPageBodyBytes, registerPageTranslations } from './page-translations.js';
import {
  createVisitorLimits,
  letVisitorsIn,
  refuseOtherOrigins,
  type VisitorLimits,
} from './page-visitors.js';

const YEAR_SECONDS = 31_536_000;

/** The translator page at `/`, and the routes below `/session` it talks to. */
export const registerPage = (app: FastifyInstance, dependencies: RouteDependencies): void => {
  const { settings } = dependencies;
  if (settings.page === 'off') return;
  app.register(async (visitors) => {
    visitors.addHook('onRequest', letVisitorsIn(dependencies));
    const limits = createVisitorLimits(settings);
    const pageFiles = await loadPage({
      maxBodyBytes: maxPageBodyBytes(settings),
      maxCharacters: settings.pageCharactersPerMinute,
      maxDocumentBytes: settings.maxDocumentBytes,
      documentKinds: pageDocumentKinds(),
      saveAs: SAVE_AS,
      pictures: [...PICTURES],
      hasPassword: settings.pagePassword !== undefined,
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
    visitors.addHook('onSend', async (request, reply) => {
      if (request.url.startsWith('/session/')) {
        reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      }
    });
    registerPageTranslations(visitors, dependencies, limits);
    registerPageDocuments(visitors, dependencies, limits);
    visitors.register(async (limited) => {
      limited.addHook('preHandler', limits.take);
      registerPageLanguages(limited, dependencies);
      registerPageGlossaries(limited, dependencies);
      registerPageAlternatives(limited, dependencies);
    });
  });
};

const DOCUMENT_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

const sendFile = (file: PageFile, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const encoding = encodingFor(request.headers['accept-encoding']);
  // Each encoding of a file is another representation, with a tag of its own.
  const etag = encoding === undefined ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  reply.headers({
    etag,
    vary: 'accept-encoding',
    'cache-control': file.isImmutable ? `private, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // They apply to documents; with each of the other files, they would be a quarter of what is sent.
    ...(!file.isImmutable && DOCUMENT_HEADERS),
  });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  reply.type(file.contentType);
  if (encoding === undefined) return reply.send(file.body);
  return reply.header('content-encoding', encoding).send(file.compressed(encoding));
};

/** Brotli before gzip; undefined if the browser takes neither. */
const encodingFor = (accepted = ''): PageEncoding | undefined => {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
};

const PATH = '/session/document';

interface DocumentRoute {
  readonly Params: { readonly document_id: string };
}

/**
 * The calls of documents, for the page: without a key and billed to nobody. The key of each
 * document, which the upload is answered with, keeps visitors from each other's documents.
 */
const registerPageDocuments = (
  visitors: FastifyInstance,
  dependencies: RouteDependencies,
  limits: VisitorLimits,
): void => {
  const ownerOf = () => PAGE_ACCOUNT;
  visitors.register(async (scope) => {
    scope.addHook('onRequest', refuseOtherOrigins);
    // Every document that is sent counts; what asks about it does not.
    scope.addHook('preHandler', async function (request, reply) {
      if (request.routeOptions.url === PATH) await limits.take.call(this, request, reply);
    });
    registerRoutes(scope, documentRoutes({ path: PATH, ownerOf }), dependencies);
    // A page that is being left can only send a POST.
    scope.post<DocumentRoute>(`${PATH}/:document_id/cancel`, async ({ params, body }) => {
      const { document_key: key } = parse(DOCUMENT_KEY, body, PATH);
      const id = params.document_id.toUpperCase();
      await dependencies.documents.cancel({ id, key, ownerId: PAGE_ACCOUNT.id });
      return {};
    });
  });
};

/** The files that can be translated, by extension. */
const pageDocumentKinds = (): readonly PageDocumentKind[] =>
  Object.values(FORMATS).flatMap(({ extensions, outputFormats }) =>
    extensions.map((extension, index) => ({ extension, outputFormats, isUsual: index === 0 })),
  );
