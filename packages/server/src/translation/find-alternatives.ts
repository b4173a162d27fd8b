import { isAppError, type TranslateBody } from '@dragoman/contract';
import type { FindAlternatives, TranslatedText } from '@dragoman/core';
import type { Configuration } from '../config/index.js';
import type { Admission } from './admission.js';

/** What finding alternatives within the limits of the service needs. */
export interface AlternativesDependencies {
  readonly settings: Pick<Configuration, 'requestTimeoutMs'>;
  readonly alternatives: FindAlternatives;
  readonly admission: Admission;
}

/**
 * Finds other translations for texts that were translated, where there is room, until the deadline.
 * They are not billed, and a server without room for them answers without.
 *
 * @param caller aborts when the caller leaves
 * @returns for each text at most `count` alternatives
 */
export const createAlternatives =
  ({ settings, alternatives, admission }: AlternativesDependencies) =>
  async (
    body: TranslateBody,
    translated: readonly TranslatedText[],
    count: number,
    caller: AbortSignal,
  ): Promise<readonly (readonly string[])[]> => {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(settings.requestTimeoutMs)]);
    let leave: () => void;
    try {
      leave = admission.enter(body.text.reduce((sum, text) => sum + text.length, 0));
    } catch (error) {
      if (isAppError(error)) return translated.map(() => []);
      throw error;
    }
    try {
      return await alternatives({ body, translated, count }, { signal });
    } finally {
      leave();
    }
  };
