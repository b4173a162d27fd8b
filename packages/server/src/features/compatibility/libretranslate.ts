import {
  AppError,
  invalidParameter,
  missingParameter,
  parseTranslateBody,
  type RequestLimits,
  type TranslateBody,
} from '@dragoman/contract';
import type { Detection } from '@dragoman/core';
import type { FastifyInstance } from 'fastify';
import type { RouteDependencies } from '../../context.js';
import { createAlternatives } from '../translate/find-alternatives.js';
import { signalOf } from '../translate/once-sent.js';
import { type Fields, fieldsOf } from './fields.js';
import { sourceCode, targetCode } from './language-codes.js';
import { LIBRETRANSLATE_ERRORS } from './libretranslate-errors.js';
import { registerLibreTranslateFacts } from './libretranslate-facts.js';
import { registerDownloadFile, registerTranslateFile } from './libretranslate-files.js';
import { LIBRETRANSLATE_SPEC } from './libretranslate-spec.js';
import { toErrorShape } from './peer-errors.js';
import type { PeerRoutes, TranslateHandler } from './peer-routes.js';

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
