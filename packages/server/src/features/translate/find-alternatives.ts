import type { FindAlternatives } from '@dragoman/core';
import { asWish, type WishDependencies } from './as-wish.js';
import type { TranslatedRequest } from './translation-service.js';

/** What finding alternatives within the limits of the service needs. */
export interface AlternativesDependencies extends WishDependencies {
  readonly alternatives: FindAlternatives;
}

/**
 * Finds other translations for texts that were translated, where there is room, until the deadline.
 * They are not billed, and a server without room for them answers without.
 *
 * @param caller aborts when the caller leaves
 * @returns for each text at most `count` alternatives
 */
export const createAlternatives =
  (dependencies: AlternativesDependencies) =>
  async (
    { request, texts: translated }: TranslatedRequest,
    count: number,
    caller: AbortSignal,
  ): Promise<readonly (readonly string[])[]> => {
    const characters = request.texts.reduce((sum, text) => sum + text.length, 0);
    const found = await asWish(dependencies, caller, characters, (signal) =>
      dependencies.alternatives({ request, translated, count }, { signal }),
    );
    return found ?? translated.map(() => []);
  };
