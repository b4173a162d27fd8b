import {
  AppError,
  baseOf,
  integer,
  invalidParameter,
  type LanguageTag,
  missingParameter,
  parseTranslateBody,
  type RequestLimits,
  type TranslateBody,
} from '@dragoman/contract';
import { type Detection, languageCatalogue, type Router, targetTagsFrom } from '@dragoman/core';
import type { RouteDependencies } from '../../platform/http/define-route.js';
import { signalOf } from '../../platform/http/once-sent.js';
import { createFindAlternatives } from '../translate/alternatives.js';
import { chargedCallerOf } from '../translate/charged-caller.js';
import { KEY_MESSAGES } from './caller-key.js';
import {
  type CompatibleErrors,
  type CompatibleHandler,
  type CompatibleRoute,
  type CompatibleRoutes,
  type Fields,
  fieldsOf,
  sourceCode,
  targetCode,
  toErrorShape,
} from './compatible-api.js';
import { FILE_EXTENSIONS, FILE_ROUTES } from './libretranslate-files.js';

const MAX_ALTERNATIVES = 10;

/** `POST /translate` as LibreTranslate answers it. */
export const translateLikeLibreTranslate = (dependencies: RouteDependencies): CompatibleHandler => {
  const findAlternatives = createFindAlternatives(dependencies);
  return async (request, reply) => {
    const fields = fieldsOf(request);
    const body = readBody(fields, dependencies.settings);
    const count = countOfAlternatives(fields.alternatives);
    const caller = chargedCallerOf(request, reply);
    const translated = await dependencies.translateCharged(caller, body);
    const { texts } = translated;
    const alternatives =
      count > 0 ? await findAlternatives(translated, { count }, caller.signal) : undefined;
    const detections =
      body.source_lang === undefined
        ? await dependencies.detect(body.text, caller.signal)
        : undefined;
    const one = <Item>(items: readonly Item[]) => (Array.isArray(fields.q) ? items : items[0]);
    return {
      translatedText: one(texts.map(({ text }) => text)),
      ...(detections && {
        detectedLanguage: one(
          detections.map((detection, index) => {
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

const ALTERNATIVES = integer(0, MAX_ALTERNATIVES);

const countOfAlternatives = (wanted: unknown): number => {
  if (isEmpty(wanted)) return 0;
  const count = ALTERNATIVES.safeParse(wanted);
  if (count.success) return count.data;
  throw invalidParameter(
    'alternatives',
    `It must be a whole number from 0 to ${MAX_ALTERNATIVES}.`,
  );
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

const detectLanguage: CompatibleRoute['handler'] =
  ({ detect }) =>
  async (request, reply) => {
    const { q } = fieldsOf(request);
    if (isEmpty(q)) throw missingParameter('q');
    const texts = [q].flat();
    if (!texts.every((text) => typeof text === 'string'))
      throw invalidParameter('q', 'It must be a string or a list of strings.');
    // For several texts, one common language is requested.
    const [detection] = await detect([texts.join('\n')], signalOf(reply.raw));
    if (!detection || detection.language === null) return [{ confidence: 0, language: 'en' }];
    const { language, confidence } = detection;
    return [{ confidence: Math.round(100 * confidence), language }];
  };

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

/** Maximum bytes of a character in a JSON body, without escapes. */
const MAX_BYTES_PER_CHARACTER = 4;

interface LibreLanguage {
  readonly code: LanguageTag;
  readonly name: string;
  /** Its targets; empty if it is only a target itself. */
  readonly targets: readonly LanguageTag[];
}

const showSettings: CompatibleRoute['handler'] =
  ({ router, settings }) =>
  async () => {
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
  };

const showHealth: CompatibleRoute['handler'] =
  ({ readiness }) =>
  async (_request, reply) => {
    const { isReady } = readiness();
    reply.code(isReady ? 200 : 503);
    return { status: isReady ? 'ok' : 'not ready' };
  };

/** Finding all routes takes a while with many languages, so it is done once per change. */
const createLanguageList = (router: Router): (() => readonly LibreLanguage[]) => {
  let known: { readonly sources: unknown; readonly list: readonly LibreLanguage[] } | undefined;
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

const notOffered =
  (what: string): CompatibleRoute['handler'] =>
  () =>
  async () => {
    throw new AppError('not_offered', { message: `${what} are not offered by this server.` });
  };

/**
 * LibreTranslate's own paths; it shares `/translate` with other APIs. Its clients call those without a
 * key before they have one.
 */
export const LIBRETRANSLATE_ROUTES: CompatibleRoutes = {
  apis: ['libretranslate'],
  errorShape: () => toErrorShape(LIBRETRANSLATE_ERRORS),
  routes: [
    { method: 'post', path: '/detect', handler: detectLanguage },
    {
      method: 'get',
      path: '/languages',
      isOpen: true,
      handler: ({ router }) => {
        const listLanguages = createLanguageList(router);
        return async () => listLanguages();
      },
    },
    { method: 'get', path: '/frontend/settings', isOpen: true, handler: showSettings },
    { method: 'get', path: '/health', isOpen: true, handler: showHealth },
    { method: 'get', path: '/spec', isOpen: true, handler: () => async () => LIBRETRANSLATE_SPEC },
    ...FILE_ROUTES,
    { method: 'post', path: '/suggest', isOpen: true, handler: notOffered('Suggestions') },
  ],
};

/** Its clients compare these messages verbatim. */
const NO_KEY = 'Please contact the server operator to obtain an API key';
const WRONG_KEY = 'Invalid API key';

/** Its names for the parameters of the pipeline. */
const PARAMETER_NAMES: Readonly<Record<string, string>> = {
  text: 'q',
  source_lang: 'source',
  target_lang: 'target',
};
/** Parameters whose values are short codes, which its messages name. */
const CODES = new Set(['source', 'target', 'format']);

/** The message with the words that programs search for; undefined if it has none. */
const reword: NonNullable<CompatibleErrors['reword']> = ({ code, parameter }, message, request) => {
  if (message === KEY_MESSAGES.missing) return NO_KEY;
  if (message === KEY_MESSAGES.wrong) return WRONG_KEY;
  if (code === 'body_too_large') return `Request exceeds character limit. ${message}`;
  if (parameter === 'text' && message.includes('At most')) {
    return `Request exceeds text limit. ${message}`;
  }
  const theirName = PARAMETER_NAMES[parameter ?? ''] ?? parameter;
  if (theirName !== undefined && message === `Parameter '${theirName}' not specified.`) {
    return `Invalid request: missing ${theirName} parameter`;
  }
  if (theirName === undefined || !CODES.has(theirName)) return undefined;
  const sent = sentCode(request, theirName);
  return message
    .replace(`Value for '${theirName}' not supported`, `${sent} is not supported`)
    .replace('GET /v2/languages, such as EN or PT-BR', 'GET /languages, such as en or pt-BR');
};

const sentCode = (request: Parameters<typeof fieldsOf>[0], name: string): string => {
  const value = fieldsOf(request)[name];
  const isShown = typeof value === 'string' && /^[\w-]{1,20}$/.test(value);
  if (!isShown) return `Value for '${name}'`;
  return name === 'format' ? `${value} format` : value;
};

/** Errors in the format of LibreTranslate. */
export const LIBRETRANSLATE_ERRORS: CompatibleErrors = {
  parameterNames: PARAMETER_NAMES,
  // Its clients know no quotas: a 403 says that a retry is useless.
  statuses: { quota_exceeded: 403 },
  body: (message) => ({ error: message }),
  reword,
};
