import type { TranslateBody } from '@dragoman/contract';
import type { TranslatedText } from '@dragoman/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountServices } from '../accounts/account-services.js';
import { callerSignal } from './caller-signal.js';
import { chargeFor } from './charge.js';
import type { TranslateShared } from './shared-translations.js';

/**
 * Translates for a request with a key, through any of the APIs, and bills the key once the complete
 * response has been sent.
 *
 * @returns one text per text of the body, in its order
 * @throws AppError for what cannot be served
 */
export const translateCharged = async (
  request: FastifyRequest,
  reply: FastifyReply,
  body: TranslateBody,
  dependencies: Pick<AccountServices, 'rateLimits' | 'ledger'> & {
    readonly translateShared: TranslateShared;
  },
): Promise<readonly TranslatedText[]> => {
  request.translated = { texts: body.text };
  const setBill = await chargeFor(request, reply, body.text, dependencies);
  const owner = request.apiKey?.id ?? '';
  const texts = await dependencies.translateShared(owner, body, callerSignal(reply));
  request.translated = { texts: body.text, translations: texts.map(({ text }) => text) };
  setBill(texts.reduce((sum, text) => sum + text.billedCharacters, 0));
  return texts;
};
