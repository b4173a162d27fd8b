import { AppError, type ErrorCode, isAppError } from '@dragoman/contract';
import type { Configuration } from '../../configuration/settings.js';
import { untilAborted } from '../../platform/promises.js';

interface AdmissionLimits {
  /** Maximum number of concurrent translations. */
  readonly maxConcurrentRequests: number;
  /** Maximum characters being translated at the same time, in all requests together. */
  readonly maxQueuedCharacters: number;
}

/** Admits work up to the limits, and refuses the rest immediately instead of queueing it. */
export interface Admission {
  /**
   * @returns releases the slot; calling it again does nothing
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

/** The limits of the service for work in flight. */
export interface ServiceLimits {
  readonly settings: Pick<Configuration, 'requestTimeoutMs' | 'requestTimeoutGrowthMs'>;
  readonly admission: Admission;
}

/** The share of the service that a request takes, and its deadline, which begins with it. */
export interface Slot {
  /** Aborts with `deadline_exceeded`. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  leave(): void;
}

/**
 * Takes a slot for work on texts.
 *
 * @throws AppError `too_many_requests` where there is no room
 */
export const takeSlot = (
  { settings, admission }: ServiceLimits,
  texts: readonly string[],
): Slot => {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const { requestTimeoutMs, requestTimeoutGrowthMs } = settings;
  const timeoutMs = requestTimeoutMs + Math.floor(characters / 1000) * requestTimeoutGrowthMs;
  const leave = admission.enter(characters);
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new AppError('deadline_exceeded')), timeoutMs);
  return {
    signal: controller.signal,
    timeoutMs,
    leave() {
      clearTimeout(timer);
      leave();
    },
  };
};

/**
 * Works where there is room, until the deadline.
 *
 * @param callerSignal aborts when the caller leaves
 * @throws AppError `too_many_requests`, `deadline_exceeded`, and what the work throws
 */
export const withinLimits = async <Result>(
  limits: ServiceLimits,
  texts: readonly string[],
  callerSignal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const slot = takeSlot(limits, texts);
  try {
    const signal = AbortSignal.any([slot.signal, callerSignal]);
    return await untilAborted(work(signal), signal);
  } finally {
    slot.leave();
  }
};

/** Callers have to know the first, and the log the second: it is a fault of the program. */
const THROWN: ReadonlySet<ErrorCode> = new Set(['invalid_parameter', 'internal']);

/**
 * Does work that an answer can do without: until the deadline, and only where there is room.
 *
 * @param callerSignal aborts when the caller leaves
 * @returns undefined where there was no room or no time, or an engine failed
 * @throws AppError `invalid_parameter` for what the work refuses; faults of the program
 */
export const bestEffort = async <Result>(
  limits: ServiceLimits,
  texts: readonly string[],
  callerSignal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    return await withinLimits(limits, texts, callerSignal, work);
  } catch (error) {
    if (isAppError(error) ? THROWN.has(error.code) : !callerSignal.aborted) throw error;
    return undefined;
  }
};
