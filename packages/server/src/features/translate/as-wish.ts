import { isAppError } from '@dragoman/contract';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Admission } from './admission.js';

/** What work within the limits of the service needs. */
export interface WishDependencies {
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
export const asWish = async <Result>(
  { settings, admission }: WishDependencies,
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
