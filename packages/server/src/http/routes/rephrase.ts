import {
  type ImprovementsResponse,
  MAX_REPHRASE_BODY_BYTES,
  parseCorrectBody,
  parseRephraseBody,
} from '@dragoman/contract';
import type { FastifyInstance } from 'fastify';
import type { RouteDependencies } from '../request/context.js';

/** `POST /v2/write/rephrase`, and `POST /v2/write/correct` that only repairs mistakes. */
export const registerRephrase = (
  app: FastifyInstance,
  { settings, rewriteCharged }: RouteDependencies,
): void => {
  for (const [url, parse] of [
    ['/v2/write/rephrase', parseRephraseBody],
    ['/v2/write/correct', parseCorrectBody],
  ] as const) {
    const bodyLimit = Math.min(MAX_REPHRASE_BODY_BYTES, settings.maxBodyBytes);
    app.post(url, { bodyLimit }, async (request, reply): Promise<ImprovementsResponse> => {
      const texts = await rewriteCharged(request, reply, parse(request.body, settings));
      return {
        improvements: texts.map(({ text, source, target }) => ({
          text,
          detected_source_language: source,
          target_language: target,
        })),
      };
    });
  }
};
