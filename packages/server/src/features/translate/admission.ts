import { AppError } from '@dragoman/contract';

interface AdmissionLimits {
  /** Maximum number of concurrent translations. */
  readonly maxConcurrentRequests: number;
  /** Maximum characters being translated at the same time, in all requests together. */
  readonly maxQueuedCharacters: number;
}

/** Admits work up to the limits, and refuses the rest immediately instead of queueing it. */
export interface Admission {
  /**
   * @returns releases the place; calling it again does nothing
   * @throws AppError `too_many_requests` if the limits are reached
   */
  enter(characters: number): () => void;
  /** What is inside now. */
  inFlight(): InFlight;
  /** Whether something is inside, or was within the last second. */
  isInUse(): boolean;
}

/** Counts as busy for this long after the last request. */
const IN_USE_MS = 1000;

export interface InFlight {
  readonly requests: number;
  readonly characters: number;
}

/** @param now milliseconds of a monotonic clock */
export const createAdmission = (
  limits: AdmissionLimits,
  now: () => number = () => performance.now(),
): Admission => {
  let requests = 0;
  let characters = 0;
  let lastLeftMs = Number.NEGATIVE_INFINITY;
  return {
    inFlight: () => ({ requests, characters }),
    isInUse: () => requests > 0 || now() - lastLeftMs < IN_USE_MS,
    enter(wanted) {
      const isFull =
        requests >= limits.maxConcurrentRequests ||
        // A text larger than the whole limit is still admitted alone.
        (requests > 0 && characters + wanted > limits.maxQueuedCharacters);
      if (isFull) throw new AppError('too_many_requests', { retryAfterSeconds: 1 });
      requests++;
      characters += wanted;
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        requests--;
        lastLeftMs = now();
        characters -= wanted;
      };
    },
  };
};
