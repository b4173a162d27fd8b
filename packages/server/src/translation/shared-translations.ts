import { AppError, type TranslateBody } from '@dragoman/contract';
import type { TranslatedText, Translator } from '@dragoman/core';
import type { Configuration } from '../config/index.js';
import type { Admission } from './admission.js';
import { createCoalescer } from './coalescer.js';

/**
 * Translates where there is room, until the deadline, and shares the work between identical
 * requests of one owner.
 *
 * @param caller aborts when this caller leaves; the work ends when nobody waits for it any more
 * @returns one text per text of the body, in its order
 * @throws AppError for what cannot be served
 */
export type TranslateShared = (
  owner: string,
  body: TranslateBody,
  caller: AbortSignal,
) => Promise<readonly TranslatedText[]>;

/** What shared translations need. */
export interface SharedTranslations {
  readonly settings: Pick<Configuration, 'coalesceGraceMs' | 'requestTimeoutMs'>;
  readonly translator: Translator;
  readonly admission: Admission;
}

/** Make one for all routes, so that they share their work. */
export const createSharedTranslations = ({
  settings,
  translator,
  admission,
}: SharedTranslations): TranslateShared => {
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
      return await translator.translate(body, { signal: deadline.signal });
    } finally {
      clearTimeout(timer);
      abandoned.removeEventListener('abort', stop);
      leave();
    }
  };
  return (owner, body, caller) =>
    coalescer.join(
      `${owner} ${JSON.stringify(body)}`,
      (abandoned) => work(body, abandoned),
      caller,
    );
};
