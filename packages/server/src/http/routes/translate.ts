import {
  parseTranslateBody,
  type TranslateBody,
  type TranslateResponse,
  toWireCode,
  type WireTranslation,
} from '@dragoman/contract';
import type { TranslatedText } from '@dragoman/core';
import type { FastifyInstance } from 'fastify';
import type { RouteDependencies } from '../request/context.js';

/** `POST /v2/translate`. */
export const registerTranslate = (app: FastifyInstance, dependencies: RouteDependencies): void => {
  app.post('/v2/translate', async (request, reply): Promise<TranslateResponse> => {
    const body = parseTranslateBody(request.body, dependencies.settings);
    const texts = await dependencies.translateCharged(request, reply, body);
    return translateResponse(texts, body);
  });
};

/** The response to a translate request, one entry per text in order. */
export const translateResponse = (
  texts: readonly TranslatedText[],
  body: TranslateBody,
): TranslateResponse => ({ translations: texts.map((text) => toWire(text, body)) });

const toWire = (translated: TranslatedText, body: TranslateBody): WireTranslation => ({
  detected_source_language: toWireCode(translated.source),
  text: translated.text,
  ...(body.show_billed_characters && { billed_characters: translated.billedCharacters }),
  ...(body.model_type && { model_type_used: translated.modelType }),
  ...(body.tag_handling && { tag_handling_version: body.tag_handling_version ?? 'v1' }),
});
