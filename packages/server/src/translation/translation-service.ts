import { AppError, type TranslateBody } from '@dragoman/contract';
import {
  countCodePoints,
  type TranslateCall,
  type TranslatedText,
  type Translator,
} from '@dragoman/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountServices } from '../accounts/account-services.js';
import type { Configuration } from '../config/index.js';
import type { FindTerms } from '../glossaries/terms/glossary-terms.js';
import type { FindStyle } from '../styles/find-style.js';
import type { Admission } from './admission.js';
import { createCoalescer } from './coalescer.js';
import { onceSent } from './once-sent.js';
import { readReportingTag } from './reporting-tag.js';

/** The use case: a checked request in, its translations out, with limits, quota and bill. */
export interface TranslationService {
  /**
   * Translates for a request with a key, whatever API it came by. The characters of its texts are
   * reserved first, and billed once the answer has been sent as a whole; any other end of the
   * request bills nothing.
   *
   * @returns one text per text of the body, in its order
   * @throws AppError `too_many_requests`, `quota_exceeded`, `invalid_parameter` for a wrong
   *   reporting tag, and what {@link TranslationService.translateShared} throws
   */
  translateCharged(
    request: FastifyRequest,
    reply: FastifyReply,
    body: TranslateBody,
  ): Promise<readonly TranslatedText[]>;
  /**
   * Translates where there is room, until the deadline, and shares the work between identical
   * requests of one owner, whose glossaries and style rules apply. Bills nobody.
   *
   * @param caller aborts when this caller leaves; the work ends when nobody waits for it any more
   * @returns one text per text of the body, in its order
   * @throws AppError for what cannot be served
   */
  translateShared(
    owner: string,
    body: TranslateBody,
    caller: AbortSignal,
  ): Promise<readonly TranslatedText[]>;
}

/** What the use case needs. */
export interface TranslationDependencies extends Pick<AccountServices, 'rateLimits' | 'ledger'> {
  readonly settings: Pick<Configuration, 'coalesceGraceMs' | 'requestTimeoutMs'>;
  readonly translator: Translator;
  readonly findTerms: FindTerms;
  readonly findStyle: FindStyle;
  readonly admission: Admission;
}

/** Make one for all routes, so that they share their work. */
export const createTranslationService = ({
  settings,
  translator,
  findTerms,
  findStyle,
  admission,
  rateLimits,
  ledger,
}: TranslationDependencies): TranslationService => {
  const coalescer = createCoalescer<readonly TranslatedText[]>(settings.coalesceGraceMs);

  const translateCharged: TranslationService['translateCharged'] = async (request, reply, body) => {
    const { apiKey } = request;
    if (!apiKey) throw new Error('only requests with a key can be charged for');
    request.translated = { texts: body.text };
    const tag = readReportingTag(request.headers);
    const characters = body.text.reduce((sum, text) => sum + countCodePoints(text), 0);
    await rateLimits.take(apiKey, { requests: 0, characters });
    const charge = await ledger.reserve(apiKey, characters, tag);

    const caller = new AbortController();
    let billed: number | undefined;
    onceSent(reply.raw, (wasSent) => {
      if (wasSent && billed !== undefined) charge.settle(billed);
      else charge.cancel();
      if (!wasSent) caller.abort(new AppError('client_closed'));
    });

    const texts = await translateShared(apiKey.id, body, caller.signal);
    request.translated = { texts: body.text, translations: texts.map(({ text }) => text) };
    billed = texts.reduce((sum, text) => sum + text.billedCharacters, 0);
    return texts;
  };

  const translateShared: TranslationService['translateShared'] = async (owner, body, caller) => {
    const terms = await findTerms(owner, body);
    const style = await findStyle(owner, body);
    const own = {
      ...(terms && { terms: terms.matcher }),
      ...(style && { style: style.style }),
    };
    return coalescer.join(
      `${owner} ${terms?.revision} ${style?.revision} ${JSON.stringify(body)}`,
      (abandoned) => translate(body, own, abandoned),
      caller,
    );
  };

  const translate = async (
    body: TranslateBody,
    own: Omit<TranslateCall, 'signal'>,
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
      return await translator.translate(body, { ...own, signal: deadline.signal });
    } finally {
      clearTimeout(timer);
      abandoned.removeEventListener('abort', stop);
      leave();
    }
  };

  return { translateCharged, translateShared };
};
