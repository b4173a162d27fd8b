import { AppError } from '@dragoman/contract';

export interface AdmissionLimits {
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
}

export interface InFlight {
  readonly requests: number;
  readonly characters: number;
}

export const createAdmission = (limits: AdmissionLimits): Admission => {
  let requests = 0;
  let characters = 0;
  return {
    inFlight: () => ({ requests, characters }),
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
        characters -= wanted;
      };
    },
  };
};
