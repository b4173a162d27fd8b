import { hash } from 'node:crypto';
import { AppError } from '@dragoman/contract';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from '../../platform/accounts/key-record.js';
import { callerNetworkOf } from '../../platform/http/addresses.js';
import type { KeyFinder } from './key-directory.js';

/** Wrong keys per minute after which an address has to wait. */
const MAX_WRONG_KEYS = 60;
/** Right keys remembered, with the address they were used from; an evicted one is looked up again. */
const MAX_KNOWN_CALLERS = 10_000;

const MINUTE_MS = 60_000;
/** Maximum number of networks in memory; an evicted one starts again. */
const MAX_NETWORKS = 10_000;

/** Slows down a network that guesses secrets. */
interface GuessLimit {
  /** @throws AppError `too_many_requests` with `message` after too many wrong guesses in a minute */
  check(network: string, message: string): void;
  noteWrong(network: string): void;
  /** How many wrong guesses a network still has in this minute. */
  left(network: string): number;
}

/**
 * A fixed window, not a token bucket as in rate-limits.ts: only wrong guesses count, and whether one
 * is wrong is known after it was let through.
 *
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
    left: (network) => Math.max(0, maxWrong - recent(network).count),
  };
};

/** Finds the key of a request; an address that guesses keys is slowed down. */
export interface KeyGuard {
  /**
   * The record of a key that works, or undefined for one that does not.
   *
   * @throws AppError `too_many_requests` after too many wrong keys from this address, except for
   *   keys that were right from there before; what {@link KeyFinder.find} throws
   */
  find(
    secret: string,
    request: Pick<FastifyRequest, 'ip' | 'socket'>,
  ): Promise<KeyRecord | undefined>;
}

/** The keys of one network that are being looked up, and those that wait for it. */
interface Lookups {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Of the keys of a network that are not known yet, as many are looked up at the same time as may
 * still be wrong. Otherwise a flood that arrives at once would cost a look-up for each before the first
 * is counted.
 *
 * @param left how many may be wrong
 * @returns waits for its turn, and then leaves it; to be called once
 */
const createTurns = (left: (network: string) => number) => {
  const byNetwork = new Map<string, Lookups>();
  const leave = (network: string, lookups: Lookups): void => {
    lookups.running -= 1;
    const most = left(network);
    // Once none may be wrong, nothing is looked up any more, so nothing has to wait.
    while (lookups.waiting.length > 0 && (most === 0 || lookups.running < most)) {
      lookups.running += 1;
      lookups.waiting.shift()?.();
    }
    if (lookups.running === 0) byNetwork.delete(network);
  };
  return async (network: string): Promise<() => void> => {
    const lookups = byNetwork.get(network) ?? { running: 0, waiting: [] };
    byNetwork.set(network, lookups);
    if (lookups.running < left(network)) lookups.running += 1;
    else await new Promise<void>((resolve) => lookups.waiting.push(resolve));
    return () => leave(network, lookups);
  };
};

/** @param now milliseconds on any clock */
export const createKeyGuard = (keys: KeyFinder, now: () => number): KeyGuard => {
  const guesses = createGuessLimit(MAX_WRONG_KEYS, now);
  const knownCallers = new LRUCache<string, true>({ max: MAX_KNOWN_CALLERS });
  const enterTurn = createTurns(guesses.left);
  return {
    async find(secret, request) {
      const network = callerNetworkOf(request);
      const caller = `${network} ${hash('sha256', secret, 'base64')}`;
      const lookUp = async () => {
        const record = await keys.find(secret);
        if (record) knownCallers.set(caller, true);
        else guesses.noteWrong(network);
        return record;
      };
      const check = () => {
        guesses.check(network, 'Too many wrong API keys from this address. Try again later.');
      };
      // Many clients may share an address: one with a wrong key does not lock out the others.
      if (knownCallers.has(caller)) return lookUp();
      check();
      const leaveTurn = await enterTurn(network);
      try {
        if (!knownCallers.has(caller)) check();
        return await lookUp();
      } finally {
        leaveTurn();
      }
    },
  };
};
