import { AppError, invalidParameter, parseTranslateBody } from '@dragoman/contract';
import type { FastifyInstance } from 'fastify';
import { PAGE_VISITORS } from '../../accounts/records/key-record.js';
import { createAlternatives } from '../../translation/find-alternatives.js';
import { signalOf } from '../../translation/once-sent.js';
import type { HttpSettings, RouteDependencies } from '../request/context.js';

/** More are not worth the reading. */
const MOST_WORDINGS = 5;
/** A long sentence, in UTF-16 code units. */
const LONGEST_SENTENCE = 1000;

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
    // Other sites can only send it after a preflight request, which is refused.
    if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '')) {
      throw new AppError('unsupported_media_type');
    }
    const body = parseTranslateBody(request.body, dependencies.settings);
    const [sentence = '', ...others] = body.text;
    if (others.length > 0 || sentence.length > LONGEST_SENTENCE) {
      throw invalidParameter('text', `One sentence of at most ${LONGEST_SENTENCE} characters.`);
    }
    const signal = signalOf(reply.raw);
    const translated = await dependencies.translateShared(PAGE_VISITORS.id, body, signal);
    const [wordings = []] = await findAlternatives(body, translated, MOST_WORDINGS, signal);
    return { wordings };
  });
};
