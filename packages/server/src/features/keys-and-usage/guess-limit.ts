import { AppError } from '@dragoman/contract';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** Maximum number of networks in memory; an evicted one starts again. */
const MAX_NETWORKS = 10_000;

/** Slows down a network that guesses secrets. */
export interface GuessLimit {
  /** @throws AppError `too_many_requests` with `message` after too many wrong guesses in a minute */
  check(network: string, message: string): void;
  noteWrong(network: string): void;
}

/**
 * @param maxWrong wrong guesses per minute after which a network has to wait
 * @param now milliseconds on any clock
 */
export const createGuessLimit = (maxWrong: number, now: () => number): GuessLimit => {
  const wrong = new LRUCache<string, { count: number; readonly sinceMs: number }>({
    max: MAX_NETWORKS,
  });
  const recent = (network: string) => {
    const known = wrong.get(network);
    return known && now() - known.sinceMs < MINUTE_MS ? known : { count: 0, sinceMs: now() };
  };
  return {
    check(network, message) {
      const { count, sinceMs } = recent(network);
      if (count < maxWrong) return;
      throw new AppError('too_many_requests', {
        message,
        retryAfterSeconds: Math.max(1, Math.ceil((sinceMs + MINUTE_MS - now()) / 1000)),
      });
    },
    noteWrong(network) {
      const { count, sinceMs } = recent(network);
      wrong.set(network, { count: count + 1, sinceMs });
    },
  };
};
