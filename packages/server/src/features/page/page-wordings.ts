import type { FastifyInstance } from 'fastify';
import type { HttpSettings, RouteDependencies } from '../../context.js';
import { PAGE_VISITORS } from '../keys-and-usage/key-record.js';
import { createAlternatives } from '../translate/find-alternatives.js';
import { signalOf } from '../translate/once-sent.js';
import { readSentence } from './page-sentence.js';

/** More are not worth the reading. */
const MOST_WORDINGS = 5;

/** The dependencies of other wordings. */
export type PageWordings = Pick<
  RouteDependencies,
  'translateShared' | 'alternatives' | 'admission'
> & {
  readonly settings: Pick<HttpSettings, 'maxTexts' | 'requestTimeoutMs'>;
};

/** Other translations of a sentence, for the page: over other routes, or of other words. */
export const registerPageWordings = (
  visitors: FastifyInstance,
  dependencies: PageWordings,
): void => {
  const findAlternatives = createAlternatives(dependencies);
  visitors.post('/session/wordings', async (request, reply) => {
    const body = readSentence(request, dependencies.settings);
    const signal = signalOf(reply.raw);
    const translated = await dependencies.translateShared(PAGE_VISITORS.id, body, signal);
    const [wordings = []] = await findAlternatives(translated, MOST_WORDINGS, signal);
    return { wordings };
  });
};
