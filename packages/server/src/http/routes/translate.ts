import {
  AppError,
  parseTranslateBody,
  type TranslateBody,
  type TranslateResponse,
  toWireCode,
  type WireTranslation,
} from '@dragoman/contract';
import type { TranslatedText } from '@dragoman/core';
import type { FastifyInstance } from 'fastify';
import { createCoalescer } from '../../coalescer.js';
import type { HttpDependencies } from '../context.js';
import { callerSignal } from '../plugins/caller-signal.js';
import { chargeFor } from '../plugins/charge.js';

/** `POST /v2/translate`. */
export const registerTranslate = (app: FastifyInstance, dependencies: HttpDependencies): void => {
  const { settings, translator, admission } = dependencies;
  const coalescer = createCoalescer<readonly TranslatedText[]>(settings.coalesceGraceMs);

  const work = async (
    body: TranslateBody,
    abandoned: AbortSignal,
  ): Promise<readonly TranslatedText[]> => {
    const leave = admission.enter(body.text.reduce((sum, text) => sum + text.length, 0));
    const deadline = new AbortController();
    const stop = () => deadline.abort(abandoned.reason);
    abandoned.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(
      () => deadline.abort(new AppError('deadline_exceeded')),
      settings.requestTimeoutMs,
    );
    try {
      return await translator.translate(body, {
        signal: deadline.signal,
        deadlineMs: performance.now() + settings.requestTimeoutMs,
      });
    } finally {
      clearTimeout(timer);
      abandoned.removeEventListener('abort', stop);
      leave();
    }
  };

  app.post('/v2/translate', async (request, reply): Promise<TranslateResponse> => {
    const body = parseTranslateBody(request.body, settings);
    const setBill = await chargeFor(request, reply, body.text, dependencies);
    const texts = await coalescer.join(
      `${request.apiKey?.id} ${JSON.stringify(body)}`,
      (abandoned) => work(body, abandoned),
      callerSignal(reply),
    );
    setBill(texts.reduce((sum, text) => sum + text.billedCharacters, 0));
    return { translations: texts.map((text) => toWire(text, body)) };
  });
};

const toWire = (translated: TranslatedText, body: TranslateBody): WireTranslation => ({
  detected_source_language: toWireCode(translated.source),
  text: translated.text,
  ...(body.show_billed_characters && { billed_characters: translated.billedCharacters }),
  ...(body.model_type && { model_type_used: translated.modelType }),
  ...(body.tag_handling && { tag_handling_version: body.tag_handling_version ?? 'v1' }),
});
