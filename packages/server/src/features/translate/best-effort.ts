import { isAppError } from '@dragoman/contract';
import type { AlternativesRequest, FindAlternatives } from '@dragoman/core';
import type { Configuration } from '../../platform/configuration/settings/schema.js';
import type { Admission } from './admission.js';
import type { TranslatedRequest } from './translation-service.js';

/** What work within the limits of the service needs. */
export interface BestEffortDependencies {
  readonly settings: Pick<Configuration, 'requestTimeoutMs'>;
  readonly admission: Admission;
}

/**
 * Does work that an answer can do without: until the deadline, and only where there is room.
 *
 * @param caller aborts when the caller leaves
 * @param characters counted as in flight
 * @returns undefined where there was no room or no time, or an engine failed
 */
export const bestEffort = async <Result>(
  { settings, admission }: BestEffortDependencies,
  caller: AbortSignal,
  characters: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> => {
  const signal = AbortSignal.any([caller, AbortSignal.timeout(settings.requestTimeoutMs)]);
  let leave = (): void => {};
  try {
    leave = admission.enter(characters);
    return await work(signal);
  } catch (error) {
    if (!isAppError(error) && !signal.aborted) throw error;
    return undefined;
  } finally {
    leave();
  }
};

/** What finding alternatives within the limits of the service needs. */
export interface AlternativesDependencies extends BestEffortDependencies {
  readonly alternatives: FindAlternatives;
}

/**
 * Finds other translations for texts that were translated, where there is room, until the deadline.
 * They are not billed, and a server without room for them answers without.
 *
 * @param wanted how many, and after what time one is enough
 * @param caller aborts when the caller leaves
 * @returns for each text at most `count` alternatives
 */
export const createAlternatives =
  (dependencies: AlternativesDependencies) =>
  async (
    { request, texts: translated }: TranslatedRequest,
    wanted: Pick<AlternativesRequest, 'count' | 'enoughAfterMs'>,
    caller: AbortSignal,
  ): Promise<readonly (readonly string[])[]> => {
    const characters = request.texts.reduce((sum, text) => sum + text.length, 0);
    const found = await bestEffort(dependencies, caller, characters, (signal) =>
      dependencies.alternatives({ request, translated, ...wanted }, { signal }),
    );
    return found ?? translated.map(() => []);
  };
