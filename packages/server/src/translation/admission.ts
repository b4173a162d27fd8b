import { AppError } from '@dragoman/contract';

export interface AdmissionLimits {
  /** Most translations at work at once. */
  readonly maxConcurrentRequests: number;
  /** Most characters of text at work at once, over all requests. */
  readonly maxQueuedCharacters: number;
}

/** Lets work in while there is room, and turns the rest away at once instead of queueing it. */
export interface Admission {
  /**
   * @returns gives the place back; calling it again does nothing
   * @throws AppError `too_many_requests` when there is no room
   */
  enter(characters: number): () => void;
}

export const createAdmission = (limits: AdmissionLimits): Admission => {
  let requests = 0;
  let characters = 0;
  return {
    enter(wanted) {
      const isFull =
        requests >= limits.maxConcurrentRequests ||
        // A text larger than the whole allowance may still come in alone.
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
