import {
  AppError,
  invalidParameter,
  parseTranslateBody,
  type TranslateBody,
} from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import type { HttpSettings } from '../../context.js';

/** A long sentence, in UTF-16 code units. */
const LONGEST_SENTENCE = 1000;

/**
 * Reads a request about one sentence.
 *
 * @throws AppError `unsupported_media_type`, `invalid_parameter`
 */
export const readSentence = (
  { headers, body: sent }: FastifyRequest,
  settings: Pick<HttpSettings, 'maxTexts'>,
): TranslateBody => {
  // Other sites can only send it after a preflight request, which is refused.
  if (!/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type');
  }
  const body = parseTranslateBody(sent, settings);
  const [sentence = '', ...others] = body.text;
  if (others.length > 0 || sentence.length > LONGEST_SENTENCE) {
    throw invalidParameter('text', `One sentence of at most ${LONGEST_SENTENCE} characters.`);
  }
  return body;
};
