import {
  AppError,
  baseOf,
  invalidParameter,
  isAppError,
  type LanguageTag,
  missingParameter,
  parseDocumentFields,
  parseTranslateBody,
  type RequestLimits,
  type TranslateBody,
} from '@dragoman/contract';
import { type Detection, languageCatalogue, type Router, targetTagsFrom } from '@dragoman/core';
import { FORMATS } from '@dragoman/documents';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteDependencies } from '../../context.js';
import { type DocumentAccess, sendDocument } from '../documents/document-service.js';
import { resultFileName } from '../documents/file-names.js';
import { prepareUpload, type SentFile } from '../documents/prepare-upload.js';
import { readMultipart } from '../documents/read-multipart.js';
import { ownerOf } from '../keys-and-usage/owner-of.js';
import { createAlternatives } from '../translate/best-effort.js';
import { signalOf } from '../translate/once-sent.js';
import { hasKeyBeforeBody, KEY_MESSAGES, requireCallerKey } from './caller-key.js';
import {
  type Fields,
  fieldsOf,
  type PeerRoutes,
  type TranslateHandler,
  toErrorShape,
} from './compatible-api.js';
import { sourceCode, targetCode } from './language-codes.js';
import { LIBRETRANSLATE_ERRORS } from './libretranslate-errors.js';

const MAX_ALTERNATIVES = 10;

/** `POST /translate` as LibreTranslate answers it. */
export const translateLikeLibreTranslate = (dependencies: RouteDependencies): TranslateHandler => {
  const findAlternatives = createAlternatives(dependencies);
  return async (request, reply) => {
    const fields = fieldsOf(request);
    const body = readBody(fields, dependencies.settings);
    const count = countOfAlternatives(fields.alternatives);
    const translated = await dependencies.translateCharged(request, reply, body);
    const { texts } = translated;
    const alternatives =
      count > 0 ? await findAlternatives(translated, count, signalOf(reply.raw)) : undefined;
    const one = <Item>(items: readonly Item[]) => (Array.isArray(fields.q) ? items : items[0]);
    return {
      translatedText: one(texts.map(({ text }) => text)),
      ...(body.source_lang === undefined && {
        detectedLanguage: one(
          dependencies.detect(body.text).map((detection, index) => {
            const source = texts[index]?.source ?? 'en';
            return { language: source, confidence: confidenceIn(source, detection) };
          }),
        ),
      }),
      ...(alternatives && { alternatives: one(alternatives) }),
    };
  };
};

const FORMAT_ADVICE =
  "Valid values: 'text', 'html'. XML is translated by /v2/translate with 'tag_handling' 'xml'.";

const readBody = (
  { q, source, target, format = 'text' }: Fields,
  limits: RequestLimits,
): TranslateBody => {
  if (isEmpty(q)) throw missingParameter('q');
  if (isEmpty(source)) throw missingParameter('source');
  if (isEmpty(target)) throw missingParameter('target');
  if (format !== 'text' && format !== 'html' && !isEmpty(format)) {
    throw invalidParameter('format', FORMAT_ADVICE);
  }
  return parseTranslateBody(
    {
      text: q,
      source_lang: sourceCode(source),
      target_lang: targetCode(target),
      ...(format === 'html' && { tag_handling: 'html' }),
    },
    limits,
  );
};

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

const countOfAlternatives = (wanted: unknown): number => {
  if (isEmpty(wanted)) return 0;
  const count = Number(wanted);
  if (!Number.isInteger(count) || count < 0 || count > MAX_ALTERNATIVES) {
    throw invalidParameter(
      'alternatives',
      `It must be a whole number from 0 to ${MAX_ALTERNATIVES}.`,
    );
  }
  return count;
};

/**
 * Confidence, in percent, in the source that the pipeline chose among the installed languages. If
 * it is not the likeliest of all languages, its confidence is limited by that of the likeliest one
 * and by what that one leaves.
 */
const confidenceIn = (source: string, { language, confidence }: Detection): number => {
  if (language === null) return 0;
  return Math.round(
    100 * (language === source ? confidence : Math.min(confidence, 1 - confidence)),
  );
};

/** `POST /detect`. */
const registerDetection = (app: FastifyInstance, { detect }: RouteDependencies): void => {
  app.post('/detect', async (request) => {
    const { q } = fieldsOf(request);
    if (isEmpty(q)) throw missingParameter('q');
    const texts = [q].flat();
    if (!texts.every((text) => typeof text === 'string'))
      throw invalidParameter('q', 'It is a string or a list of strings.');
    // For several texts, one common language is requested.
    const [detection] = detect([texts.join('\n')]);
    if (!detection || detection.language === null) return [{ confidence: 0, language: 'en' }];
    const { language, confidence } = detection;
    return [{ confidence: Math.round(100 * confidence), language }];
  });
};

/** Paths of LibreTranslate that this server does not have, and what they are for. */
const NOT_OFFERED = { '/suggest': 'Suggestions' } as const;

const TEXT = { type: 'string' } as const;
const TEXTS = { oneOf: [TEXT, { type: 'array', items: TEXT }] } as const;

const operation = (summary: string, required: readonly string[], fields: object) => ({
  post: {
    summary,
    requestBody: {
      required: true,
      content: Object.fromEntries(
        ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'].map(
          (type) => [type, { schema: { type: 'object', required, properties: fields } }],
        ),
      ),
    },
    responses: { 200: { description: 'The answer.' }, 400: { description: 'What is wrong.' } },
  },
});

const list = (summary: string) => ({
  get: { summary, responses: { 200: { description: 'The answer.' } } },
});

/**
 * `GET /spec`: LibreTranslate's routes that this server has, as OpenAPI. Clients recognise a
 * LibreTranslate server by the title.
 */
const LIBRETRANSLATE_SPEC = {
  openapi: '3.1.0',
  info: {
    title: 'LibreTranslate',
    version: '1.0.0',
    description: 'The routes of LibreTranslate that Dragoman has.',
  },
  paths: {
    '/translate': operation('Translate texts', ['q', 'source', 'target'], {
      q: TEXTS,
      source: TEXT,
      target: TEXT,
      format: { enum: ['text', 'html'] },
      alternatives: { type: 'integer' },
      api_key: TEXT,
    }),
    '/detect': operation('Detect the language of a text', ['q'], { q: TEXTS, api_key: TEXT }),
    '/translate_file': operation('Translate a file', ['file', 'source', 'target'], {
      file: { type: 'string', format: 'binary' },
      source: TEXT,
      target: TEXT,
      api_key: TEXT,
    }),
    '/languages': list('List languages'),
    '/frontend/settings': list('Show the limits'),
    '/health': list('Check whether texts can be translated now'),
  },
} as const;

/** With the dot, as its clients compare them. */
const FILE_EXTENSIONS = Object.values(FORMATS).flatMap(({ extensions }) =>
  extensions.map((extension) => `.${extension}`),
);

/** Maximum bytes of a character in a JSON body, without escapes. */
const MAX_BYTES_PER_CHARACTER = 4;

interface ListedLanguage {
  readonly code: LanguageTag;
  readonly name: string;
  /** Its targets; empty if it is only a target itself. */
  readonly targets: readonly LanguageTag[];
}

/**
 * `GET /languages`, `/frontend/settings` and `/health` as LibreTranslate answers them: without a
 * key, because its clients call them before they have one.
 */
const registerLibreTranslateFacts = (
  app: FastifyInstance,
  { router, readiness, settings }: RouteDependencies,
): void => {
  const listLanguages = createLanguageList(router);

  app.get('/languages', async () => listLanguages());

  app.get('/frontend/settings', async () => {
    const targets = languageCatalogue(router).filter(({ isTarget }) => isTarget);
    const target = targets.find(({ tag }) => tag === 'en') ?? targets[0];
    return {
      charLimit: Math.floor(settings.maxBodyBytes / MAX_BYTES_PER_CHARACTER),
      frontendTimeout: 500,
      apiKeys: true,
      keyRequired: settings.compatibilityKeys === 'always',
      suggestions: false,
      filesTranslation: true,
      supportedFilesFormat: FILE_EXTENSIONS,
      language: {
        source: { code: 'auto', name: 'Auto Detect' },
        target: { code: target?.tag ?? 'en', name: target?.name ?? 'English' },
      },
    };
  });

  app.get('/health', async (_request, reply) => {
    const { isReady } = readiness();
    reply.code(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'not ready' };
  });
};

/** Finding all routes takes a while with many languages, so it is done once per change. */
const createLanguageList = (router: Router): (() => readonly ListedLanguage[]) => {
  let known: { readonly sources: unknown; readonly list: readonly ListedLanguage[] } | undefined;
  return () => {
    // The router creates new sets whenever an engine's pairs have changed.
    const sources = router.sources();
    if (known?.sources !== sources) {
      const list = languageCatalogue(router).map(({ tag, name }) => ({
        code: tag,
        name,
        targets: sources.has(baseOf(tag)) ? targetTagsFrom(router, baseOf(tag)) : [],
      }));
      known = { sources, list };
    }
    return known.list;
  };
};

/** Longer than any client waits; a document that takes longer is answered with a 504. */
const MAX_WAIT_MS = 600_000;

/** Id and key of a document, as they stand in a link. */
const LINK = /^([0-9A-F]{32})([0-9A-F]{64})$/;

/**
 * `POST /translate_file`: answers with a link when the document is translated. The key is checked
 * before the file is read, unless it comes behind a small one.
 *
 * @param app a scope whose `preHandler` finds the key among the fields
 */
const registerTranslateFile = (app: FastifyInstance, dependencies: RouteDependencies): void => {
  const { documents, translator, resolveRequest, settings, enterUpload } = dependencies;
  const checkKey = requireCallerKey(dependencies);
  const files = new WeakMap<FastifyRequest, SentFile>();
  app.register(async (scope) => {
    // The other routes read such forms without files.
    scope.removeContentTypeParser('multipart/form-data');
    await scope.register(multipart);
    scope.addHook('preValidation', async function (request, reply) {
      const check = () => checkKey.call(this, request, reply);
      if (hasKeyBeforeBody(request, dependencies)) await check();
      let isFromStranger = false;
      let leave: (() => void) | undefined;
      const enter = () => {
        const { id } = ownerOf(request);
        leave ??= enterUpload({ ownerId: id, callerId: id });
      };
      try {
        if (request.apiKey) enter();
        const { file, fields } = await readMultipart(
          request,
          settings.maxDocumentBytes,
          async (before) => {
            request.body = before;
            if (!request.apiKey && before.api_key) await check();
            isFromStranger = !request.apiKey;
            // Strangers take no place: what they may send is as small as any other body.
            if (!isFromStranger) enter();
            // Anybody may send as much as to the other routes that have their key in the body.
            return isFromStranger ? settings.maxBodyBytes : settings.maxDocumentBytes;
          },
        ).catch((error: unknown) => {
          const isLate = isFromStranger && isAppError(error) && error.code === 'body_too_large';
          throw isLate ? new AppError('unauthorized', { message: KEY_MESSAGES.late }) : error;
        });
        if (file) files.set(request, file);
        request.body = fields;
      } finally {
        leave?.();
      }
    });

    scope.post('/translate_file', async (request, reply) => {
      const fields = fieldsOf(request);
      const upload = await prepareUpload(
        files.get(request),
        parseDocumentFields({
          target_lang: targetCode(fields.target),
          source_lang: sourceCode(fields.source),
        }),
        undefined,
        {
          translator,
          resolve: async (parameters) =>
            (await resolveRequest(ownerOf(request).id, parameters)).request,
        },
      );
      const handle = await documents.accept(ownerOf(request), upload);
      const access = { id: handle.document_id, key: handle.document_key };
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const patience = AbortSignal.any([gone.signal, AbortSignal.timeout(MAX_WAIT_MS)]);
      const { status, error_message: reason = '' } = await documents.outcome(access, patience);
      if (status === 'error') throw new AppError('invalid_file', { message: reason });
      if (status !== 'done') throw new AppError('deadline_exceeded');
      const { fileName, options } = upload;
      const name = resultFileName(fileName, options.format, options.outputFormat);
      const link = `/download_file/${access.id}${access.key}/${encodeURIComponent(name)}`;
      return { translatedFileUrl: `${request.protocol}://${request.host}${link}` };
    });
  });
};

/** `GET /download_file/…`: the link is the permission, as in LibreTranslate. */
const registerDownloadFile = (app: FastifyInstance, { documents }: RouteDependencies): void => {
  app.get<{ readonly Params: { readonly link: string } }>(
    '/download_file/:link/:name',
    async (request, reply) =>
      sendDocument(reply, await documents.download(accessOf(request.params.link))),
  );
};

const accessOf = (link: string): DocumentAccess => {
  const [, id = '', key = ''] = LINK.exec(link) ?? [];
  return { id, key };
};

/** LibreTranslate's own paths; it shares `/translate` with another API. */
export const LIBRETRANSLATE_ROUTES: PeerRoutes = {
  apis: ['libretranslate'],
  paths: [
    '/detect',
    '/languages',
    '/frontend/settings',
    '/health',
    '/spec',
    '/translate_file',
    ...Object.keys(NOT_OFFERED),
  ],
  errorShape: () => toErrorShape(LIBRETRANSLATE_ERRORS),
  registerBehindKey: (app, dependencies) => {
    registerDetection(app, dependencies);
    registerTranslateFile(app, dependencies);
  },
  registerOpen: (app, dependencies) => {
    registerLibreTranslateFacts(app, dependencies);
    registerDownloadFile(app, dependencies);
    app.get('/spec', async () => LIBRETRANSLATE_SPEC);
    for (const [path, what] of Object.entries(NOT_OFFERED)) {
      app.post(path, async () => {
        throw new AppError('not_offered', { message: `${what} are not offered by this server.` });
      });
    }
  },
};
