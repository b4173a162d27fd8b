import { AppError, type TranslateBody } from '@dragoman/contract';
import type { TranslatedText } from '@dragoman/core';
import { createCoalescer } from '../../coalescer.js';
import type { HttpDependencies, TranslateShared } from '../context.js';

/** Make one for all routes, so that they share their work. */
export const createSharedTranslations = ({
  settings,
  translator,
  admission,
}: Pick<HttpDependencies, 'settings' | 'translator' | 'admission'>): TranslateShared => {
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
  return (owner, body, caller) =>
    coalescer.join(
      `${owner} ${JSON.stringify(body)}`,
      (abandoned) => work(body, abandoned),
      caller,
    );
};
